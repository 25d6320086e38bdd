import { curveOfItem, fieldNodes, resolvePath, type FieldPath, type FieldTypes } from "@orrery/plots";
import type { Described } from "../sources/source.ts";
import { topicName, type TopicThing } from "./topic-key.ts";

/** Messages whose numbers belong together, with the types that items of the same columns have. */
const GROUPS: Readonly<Record<string, string>> = { "x y z": "vector3d", "x y z w": "quaternion" };

/** A number that was chosen in the tree of a message: the thing that it is part of, and its column. */
export interface TopicNumber extends TopicThing {
  readonly column: number;
}

/** Returns the thing that a number is a column of. */
export function thingOf(types: FieldTypes, type: string, { topic, path }: TopicThing): TopicNumber {
  const above = path.slice(0, -1);
  const name = path.at(-1);
  const names = typeof name === "string" ? groupOf(types, type, above) : undefined;
  const column = names?.indexOf(String(name)) ?? -1;
  return column < 0 ? { topic, path, column: 0 } : { topic, path: above, column };
}

/** What is known of a thing once the type of its topic is known. */
export interface ThingInfo {
  readonly described: Described;
  /** The ways to its numbers, one for each column. */
  readonly paths: readonly FieldPath[];
}

/** Describes a thing. Throws a FieldError if messages of this type have no such numbers. */
export function describeThing(types: FieldTypes, type: string, thing: TopicThing): ThingInfo {
  const { path } = thing;
  const columns = groupOf(types, type, path) ?? [""];
  const paths = columns.map((column) => (column === "" ? path : [...path, column]));
  const units = paths.map((each) => unitOfPath(types, type, each));
  const known = units.every((unit) => unit === "") ? [] : units;
  const itemType = GROUPS[columns.join(" ")] ?? "double";
  return {
    described: { name: topicName(thing), columns, units: known, info: curveOfItem(itemType, known), note: NO_PAST },
    paths,
  };
}

/** Why the curve of a topic does not begin earlier. */
export const NO_PAST = "Its curve begins when it is plotted: messages of the past are not simulated again";

/** Returns the names of the numbers of the message at a path, if they belong together. */
function groupOf(types: FieldTypes, type: string, path: FieldPath): readonly string[] | undefined {
  const owner = ownerAt(types, type, path);
  if (owner === undefined) return undefined;
  const names = types.fieldsOf(owner).flatMap(({ name, holds, many }) => {
    return holds === "number" && many === "one" ? [name] : [];
  });
  return GROUPS[names.join(" ")] === undefined ? undefined : names;
}

function ownerAt(types: FieldTypes, type: string, path: FieldPath): string | undefined {
  const last = resolvePath(types, type, path).at(-1);
  if (last === undefined) return type;
  const isOne = last.shape.many === "one" || last.choice !== undefined;
  return last.shape.holds === "message" && isOne ? last.shape.type : undefined;
}

/** Returns the unit of a number; empty if it is not known. */
export function unitOfPath(types: FieldTypes, type: string, path: FieldPath): string {
  const last = resolvePath(types, type, path).at(-1);
  if (last === undefined) return "";
  const above = path.slice(0, last.choice === undefined ? -1 : -2);
  return fieldNodes(types, type, above).find(({ name }) => name === last.shape.name)?.unit ?? "";
}
