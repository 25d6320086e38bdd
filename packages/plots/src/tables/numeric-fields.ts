import type { FieldPath } from "./fields/field-path.ts";
import { nameFieldOf, resolvePath, type FieldShape, type FieldTypes } from "./fields/field-types.ts";
import { knownUnit } from "./fields/known-units.ts";

/** A line in the tree of a message's fields. */
export interface FieldNode {
  readonly name: string;
  readonly path: FieldPath;
  /** As the schema calls it. */
  readonly type: string;
  /**
   * What the line is: a number to plot; a text, which is only shown; a message to unfold; or a list or map, of which one
   * element is chosen.
   */
  readonly kind: "number" | "text" | "message" | "list" | "map";
  /** Of numbers, as far as it is known. */
  readonly unit?: string;
  /** The value of a text. */
  readonly text?: string;
  /** What can be chosen from a list or map. Their elements are numbers to plot, or messages to unfold. */
  readonly choices?: readonly FieldChoice[];
  readonly elements?: "number" | "message";
  /** Number of elements; there may be more of them than choices. */
  readonly count?: number;
}

export interface FieldChoice {
  /** "[0]" */
  readonly label: string;
  /** What the element is called. */
  readonly name?: string;
  readonly path: FieldPath;
}

export interface FieldNodesOptions {
  /** A message as an example: it has the texts, and what can be chosen from lists. */
  readonly message?: unknown;
  /** The most choices of a list; default 1,000. */
  readonly mostChoices?: number;
}

/**
 * Lists the fields of a message that can be plotted, or lead to some, one level below a path; at first the path is
 * empty. A path that ends at a list without a choice has nothing below it. Throws a FieldError when there is no such path.
 */
export function fieldNodes(
  types: FieldTypes,
  root: string,
  path: FieldPath,
  { message, mostChoices = 1000 }: FieldNodesOptions = {},
): FieldNode[] {
  let [owner, value, unit]: [string, unknown, string | undefined] = [root, message, undefined];
  for (const step of resolvePath(types, root, path)) {
    if (step.shape.holds !== "message" || (step.shape.many !== "one" && step.choice === undefined)) return [];
    unit = knownUnit(owner, step.shape.name) ?? unit;
    owner = step.shape.type;
    value = chosen(partOf(value, step.shape.name), step.choice, nameFieldOf(types, owner));
  }
  return types.fieldsOf(owner).flatMap((shape) => {
    const node = nodeOf(types, shape, { path: [...path, shape.name], owner: value, mostChoices });
    const known = knownUnit(owner, shape.name) ?? unit;
    if (node === undefined) return [];
    return [known === undefined || shape.holds !== "number" ? node : { ...node, unit: known }];
  });
}

/** Returns the element of a list or map that is chosen: by position, by key, or by what it is called. */
export function chosen(many: unknown, choice: string | number | undefined, nameField: string | undefined): unknown {
  if (choice === undefined) return many;
  if (!isList(many)) return typeof choice === "string" ? partOf(many, choice) : undefined;
  if (typeof choice === "number") return many[choice];
  return nameField === undefined ? undefined : Array.from(many).find((item) => partOf(item, nameField) === choice);
}

/** Returns a field of what may be a message. */
export function partOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as { readonly [name: string]: unknown })[name];
}

function nodeOf(
  types: FieldTypes,
  { name, type, holds, many }: FieldShape,
  { path, owner, mostChoices }: { readonly path: FieldPath; readonly owner: unknown; readonly mostChoices: number },
): FieldNode | undefined {
  const value = partOf(owner, name);
  const line = { name, path, type };
  if (holds === "nothing to plot" || (holds === "message" && !hasNumbers(types, type, new Set()))) return undefined;
  if (holds === "text") {
    if (many !== "one") return undefined;
    return typeof value === "string" ? { ...line, kind: "text", text: value } : { ...line, kind: "text" };
  }
  if (many === "one") return { ...line, kind: holds };
  const labels =
    many === "map" ? undefined : namesOf(value, holds === "message" ? nameFieldOf(types, type) : undefined, owner);
  const keys = isList(value) ? value.length : typeof value === "object" && value !== null ? Object.keys(value) : [];
  const count = typeof keys === "number" ? keys : keys.length;
  const choices = Array.from({ length: Math.min(count, mostChoices) }, (_, i): FieldChoice => {
    const step = typeof keys === "number" ? i : keys[i]!;
    const called = labels?.(i);
    const choice = { label: `[${JSON.stringify(step)}]`, path: [...path, step] };
    return called === undefined ? choice : { ...choice, name: called };
  });
  return { ...line, kind: many, elements: holds, count, choices };
}

/** Returns what each element of a list is called: by a field of its own, or by a list of names beside it. */
function namesOf(list: unknown, nameField: string | undefined, owner: unknown): (i: number) => string | undefined {
  if (!isList(list)) return () => undefined;
  const beside = ["name", "names", "joint_names"].map((name) => partOf(owner, name)).find(isList);
  const isBeside = beside !== undefined && beside.length === list.length;
  return (i) => {
    const name = nameField === undefined ? (isBeside ? beside[i] : undefined) : partOf(list[i], nameField);
    return typeof name === "string" ? name : undefined;
  };
}

/** Returns whether a type leads to a number. */
function hasNumbers(types: FieldTypes, type: string, seen: Set<string>): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  return types
    .fieldsOf(type)
    .some(({ holds, type }) => holds === "number" || (holds === "message" && hasNumbers(types, type, seen)));
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);
}
