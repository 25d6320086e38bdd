import type { FieldPath } from "./fields/field-path.ts";
import { formatPath } from "./fields/field-path.ts";
import type { FieldTypes } from "./fields/field-types.ts";
import { fieldNodes } from "./numeric-fields.ts";

/** A number of a message. */
export interface NumberField {
  readonly path: FieldPath;
  /** Empty if it is not known. */
  readonly unit: string;
}

export interface NumberFields {
  readonly fields: readonly NumberField[];
  /** Paths of lists that are left out because they are long, and of what is beyond the limit, with the reason. */
  readonly leftOut: ReadonlyMap<string, string>;
}

export interface NumberFieldsOptions {
  /** Longer lists are left out; default 32. */
  readonly mostElements?: number;
  /** The most fields; default 1,000. */
  readonly mostFields?: number;
}

/** Deeper messages are hostile. */
const MAX_DEPTH = 16;

/** Finds all numbers of a message, with those of the elements that its lists and maps have in an example. */
export function numberFields(
  types: FieldTypes,
  root: string,
  message: unknown,
  { mostElements = 32, mostFields = 1000 }: NumberFieldsOptions = {},
): NumberFields {
  const fields: NumberField[] = [];
  const leftOut = new Map<string, string>();
  const visit = (path: FieldPath, depth: number): void => {
    for (const node of fieldNodes(types, root, path, { message, mostChoices: mostElements })) {
      if (fields.length >= mostFields) {
        leftOut.set(formatPath(node.path), `there are more than ${mostFields} numbers`);
        return;
      }
      const unit = node.unit ?? "";
      const { choices = [], count = 0 } = node;
      if (node.kind === "number") fields.push({ path: node.path, unit });
      else if (node.kind === "message" && depth < MAX_DEPTH) visit(node.path, depth + 1);
      else if (count > mostElements)
        leftOut.set(formatPath(node.path), `it has ${count} elements: choose some of them`);
      else if (node.elements === "number") fields.push(...choices.map(({ path: chosen }) => ({ path: chosen, unit })));
      else if (depth < MAX_DEPTH) for (const { path: chosen } of choices) visit(chosen, depth + 1);
    }
  };
  visit([], 0);
  return { fields: fields.slice(0, mostFields), leftOut };
}
