/** A part of a component's value, as it is drawn. `path` is unique within its component. */
export type Field =
  /** `undefined` where several chosen entities differ. */
  | {
      readonly kind: "number";
      readonly path: string;
      readonly label: string;
      readonly value: number | undefined;
      readonly unit: string;
    }
  /** Two or three numbers along x, y and z. */
  | {
      readonly kind: "vector";
      readonly path: string;
      readonly label: string;
      readonly values: readonly (number | undefined)[];
      readonly unit: string;
    }
  /** A quaternion: x, y, z, w. */
  | {
      readonly kind: "rotation";
      readonly path: string;
      readonly label: string;
      readonly values: readonly [number, number, number, number];
    }
  /** Red, green, blue and opacity, 0 to 1. */
  | {
      readonly kind: "colour";
      readonly path: string;
      readonly label: string;
      readonly values: readonly [number, number, number, number];
    }
  | { readonly kind: "text"; readonly path: string; readonly label: string; readonly text: string }
  /** More than a line: XML. */
  | { readonly kind: "code"; readonly path: string; readonly label: string; readonly text: string }
  | { readonly kind: "flag"; readonly path: string; readonly label: string; readonly isOn: boolean }
  /** Another entity; 0 is the world itself. */
  | { readonly kind: "entity"; readonly path: string; readonly label: string; readonly entity: number }
  /** Too much to show, or nothing. */
  | { readonly kind: "summary"; readonly path: string; readonly label: string; readonly text: string }
  | { readonly kind: "group"; readonly path: string; readonly label: string; readonly fields: readonly Field[] }
  /** Several chosen entities differ. */
  | { readonly kind: "mixed"; readonly path: string; readonly label: string };

/** What several entities have in common. Where they differ in form, too, all that is left is that they do. */
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
  if (a.kind === "number" && b.kind === "number") {
    return a.unit === b.unit ? { ...a, value: common(a.value, b.value) } : mixed(a);
  }
  if (a.kind === "vector" && b.kind === "vector" && a.values.length === b.values.length) {
    return { ...a, values: a.values.map((value, i) => common(value, b.values[i])) };
  }
  if (a.kind === "group" && b.kind === "group") return { ...a, fields: mergeFields(a.fields, b.fields) };
  return JSON.stringify(a) === JSON.stringify(b) ? a : mixed(a);
}

function common(a: number | undefined, b: number | undefined): number | undefined {
  return Object.is(a, b) ? a : undefined;
}

function mixed({ path, label }: Field): Field {
  return { kind: "mixed", path, label };
}
