import { NANOSECONDS, SECONDS, STAMPS } from "../message-times.ts";
import type { FieldPath } from "./field-path.ts";
import { resolvePath, type FieldTypes } from "./field-types.ts";

/** Ways to the two parts of a time stamp. */
export interface StampPath {
  readonly seconds: FieldPath;
  readonly nanoseconds: FieldPath;
}

/** Returns the ways to the stamps of the messages around a number, as far as their types have any; the innermost first. */
export function stampPaths(types: FieldTypes, root: string, path: FieldPath): StampPath[] {
  const found: StampPath[] = [];
  const owners: { readonly type: string; readonly path: FieldPath }[] = [{ type: root, path: [] }];
  let length = 0;
  for (const { shape, choice } of resolvePath(types, root, path)) {
    length += choice === undefined ? 1 : 2;
    if (shape.holds === "message") owners.unshift({ type: shape.type, path: path.slice(0, length) });
  }
  for (const owner of owners) {
    const stamps = STAMPS.flatMap((stamp) => stampIn(types, owner.type, stamp) ?? []);
    const [first] = stamps;
    if (first === undefined) continue;
    found.push({
      seconds: [...owner.path, ...first.seconds],
      nanoseconds: [...owner.path, ...first.nanoseconds],
    });
  }
  return found;
}

function stampIn(types: FieldTypes, root: string, path: FieldPath): StampPath | undefined {
  let type = root;
  for (const name of path) {
    const shape = types.fieldsOf(type).find((field) => field.name === name);
    if (shape?.holds !== "message" || shape.many !== "one") return undefined;
    ({ type } = shape);
  }
  const numbers = types.fieldsOf(type).filter(({ holds, many }) => holds === "number" && many === "one");
  const named = (names: readonly string[]): string | undefined =>
    names.find((name) => numbers.some((field) => field.name === name));
  const [seconds, nanoseconds] = [named(SECONDS), named(NANOSECONDS)];
  if (seconds === undefined || nanoseconds === undefined) return undefined;
  return { seconds: [...path, seconds], nanoseconds: [...path, nanoseconds] };
}
