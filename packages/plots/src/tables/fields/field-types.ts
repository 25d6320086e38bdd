import { nearest } from "@orrery/msgs/nearest";
import { FieldError, formatPath, type FieldPath } from "./field-path.ts";

/** A field as its type declares it. */
export interface FieldShape {
  readonly name: string;
  /** As the schema calls it: "double", "gz.msgs.Vector3d". Of lists and maps, the type of their values. */
  readonly type: string;
  readonly holds: "number" | "text" | "message" | "nothing to plot";
  readonly many: "one" | "list" | "map";
}

/** The types of messages, wherever they are declared: protobuf, ROS, JSON. */
export interface FieldTypes {
  /** Returns the fields of a type in the order in which they are declared; none for a type that is not known. */
  fieldsOf(type: string): readonly FieldShape[];
}

/** A field that a path leads through, and which of its values is meant. */
export interface ResolvedStep {
  /** The type that has the field. */
  readonly owner: string;
  readonly shape: FieldShape;
  /** The position in a list, the key in a map, or the name of a list's element. Undefined for a field that holds one value. */
  readonly choice: string | number | undefined;
}

/** Finds the fields that a path leads through. Throws a FieldError where it does not fit the types. */
export function resolvePath(types: FieldTypes, root: string, path: FieldPath): ResolvedStep[] {
  const steps: ResolvedStep[] = [];
  let owner = root;
  for (let i = 0; i < path.length; i++) {
    const name = path[i]!;
    const fields = types.fieldsOf(owner);
    const shape = fields.find((field) => field.name === name);
    if (shape === undefined) {
      const guess = nearest(
        String(name),
        fields.map((field) => field.name),
      );
      const hint = guess === undefined ? "" : `; did you mean "${guess}"?`;
      throw new FieldError(`${owner} has no field ${formatPath([name])}${hint}`);
    }
    const choice = shape.many === "one" ? undefined : path[++i];
    if (shape.many === "map" && typeof choice === "number") {
      throw new FieldError(`${formatPath(path.slice(0, i))} is a map: choose by a key, as in ["key"]`);
    }
    steps.push({ owner, shape, choice });
    if (shape.holds !== "message" && i < path.length - 1) {
      throw new FieldError(`${formatPath(path.slice(0, i + 1))} is a ${shape.type} and has no fields`);
    }
    owner = shape.type;
  }
  return steps;
}

/** Likewise, of a path that must lead to one number. */
export function resolveNumber(types: FieldTypes, root: string, path: FieldPath): ResolvedStep[] {
  const steps = resolvePath(types, root, path);
  const last = steps.at(-1);
  const what = path.length === 0 ? root : formatPath(path);
  if (last?.shape.holds !== "number") throw new FieldError(`${what} is not a number`);
  if (last.shape.many !== "one" && last.choice === undefined) {
    throw new FieldError(
      `${what} has several numbers: choose one, as in ${what}${last.shape.many === "map" ? '["key"]' : "[0]"}`,
    );
  }
  return steps;
}

/** Returns the name of the text that elements of a type are called by, if there is one. */
export function nameFieldOf(types: FieldTypes, type: string): string | undefined {
  const texts = types.fieldsOf(type).filter(({ holds, many }) => holds === "text" && many === "one");
  return NAME_FIELDS.find((name) => texts.some((field) => field.name === name));
}

const NAME_FIELDS = ["name", "child_frame_id", "key", "label", "id"];
