/**
 * A part of a component's value, as it is drawn. `path` is unique within its component. Values are `undefined` where
 * selected entities differ.
 */
export type Field =
  | NumberField
  | VectorField
  | RotationField
  | ColourField
  | ({ readonly kind: "text"; readonly text: string | undefined } & Place)
  /** A text from a fixed set. */
  | ({ readonly kind: "choice"; readonly text: string | undefined; readonly options: readonly string[] } & Place)
  /** A text of more than one line, such as XML. */
  | ({ readonly kind: "code"; readonly text: string } & Place)
  | ({ readonly kind: "flag"; readonly isOn: boolean | undefined } & Place)
  /** Another entity; 0 is the world itself. */
  | ({ readonly kind: "entity"; readonly entity: number } & Place)
  /** A value that is too large to show, or empty. */
  | ({ readonly kind: "summary"; readonly text: string } & Place)
  | ({ readonly kind: "group"; readonly fields: readonly Field[] } & Place)
  /** The selected entities differ in form, not only in values. */
  | ({ readonly kind: "mixed" } & Place);

interface Place {
  readonly path: string;
  readonly label: string;
}

/** `path` leads to the number in the value. */
export interface NumberField extends Place {
  readonly kind: "number";
  readonly value: number | undefined;
  readonly unit: string;
}

/** Two or three numbers that belong together; each may be anywhere in the value. */
export interface VectorField extends Place {
  readonly kind: "vector";
  readonly values: readonly (number | undefined)[];
  readonly unit: string;
  readonly parts: readonly VectorPart[];
}

export interface VectorPart {
  /** The path to the number in the value. */
  readonly path: string;
  /** The text before the number: "x", "xy". */
  readonly letter: string;
  /** The axis whose colour the letter has. */
  readonly axis?: "x" | "y" | "z" | undefined;
}

export interface RotationField extends Place {
  readonly kind: "rotation";
  /** The path to the pose in the value; empty when the pose is the whole value. */
  readonly posePath: string;
  /** The quaternion: x, y, z, w. */
  readonly values: readonly (number | undefined)[];
  /** Roll, pitch and yaw, rad. */
  readonly turns: readonly (number | undefined)[];
}

/** Red, green, blue and opacity, 0 to 1. */
export interface ColourField extends Place {
  readonly kind: "colour";
  readonly values: readonly (number | undefined)[];
}

/** Merges the fields of several entities. If they differ in form too, says only that. */
export function mergeFields(a: readonly Field[], b: readonly Field[]): readonly Field[] {
  if (a === b) return a;
  const others = new Map(b.map((field) => [field.path, field]));
  const merged = a.map((field) => {
    const other = others.get(field.path);
    return other === undefined ? mixed(field) : mergeField(field, other);
  });
  const paths = new Set(a.map(({ path }) => path));
  return [...merged, ...b.filter(({ path }) => !paths.has(path)).map(mixed)];
}

function mergeField(a: Field, b: Field): Field {
  if (a.kind === "number" && b.kind === "number" && a.unit === b.unit) return { ...a, value: common(a.value, b.value) };
  if (a.kind === "vector" && b.kind === "vector" && a.unit === b.unit && a.values.length === b.values.length)
    return { ...a, values: commonOnes(a.values, b.values) };
  if (a.kind === "rotation" && b.kind === "rotation")
    return { ...a, values: commonOnes(a.values, b.values), turns: commonOnes(a.turns, b.turns) };
  if (a.kind === "colour" && b.kind === "colour") return { ...a, values: commonOnes(a.values, b.values) };
  if ((a.kind === "text" && b.kind === "text") || (a.kind === "choice" && b.kind === "choice"))
    return { ...a, text: common(a.text, b.text) };
  if (a.kind === "flag" && b.kind === "flag") return { ...a, isOn: common(a.isOn, b.isOn) };
  if (a.kind === "group" && b.kind === "group") return { ...a, fields: mergeFields(a.fields, b.fields) };
  return JSON.stringify(a) === JSON.stringify(b) ? a : mixed(a);
}

function common<T>(a: T | undefined, b: T | undefined): T | undefined {
  return Object.is(a, b) ? a : undefined;
}

function commonOnes(
  a: readonly (number | undefined)[],
  b: readonly (number | undefined)[],
): readonly (number | undefined)[] {
  return a.map((value, i) => common(value, b[i]));
}

function mixed({ path, label }: Field): Field {
  return { kind: "mixed", path, label };
}
