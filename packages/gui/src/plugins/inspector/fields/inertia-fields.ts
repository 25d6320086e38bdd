import type { Field, NumberField } from "./field.ts";

/**
 * Combines the six numbers of an inertia into two vectors: the diagonal of the matrix, and the other elements. Other
 * fields stay as they are.
 */
export function gatherInertia(fields: readonly Field[]): readonly Field[] {
  const found = new Map(fields.map((field) => [lastKey(field.path), field]));
  const numbers = (keys: readonly string[]): readonly NumberField[] =>
    keys.flatMap((key) => {
      const field = found.get(key);
      return field?.kind === "number" ? [field] : [];
    });
  const [moments, products] = [numbers(MOMENTS), numbers(PRODUCTS)];
  if (moments.length < 3 || products.length < 3) return fields;
  const six = new Set<Field>([...moments, ...products]);
  return fields.flatMap((field) => {
    if (field === moments[0])
      return [vector("Moments of inertia", "moments", moments), vector("Products of inertia", "products", products)];
    if (six.has(field)) return [];
    // The pose of the inertia in the link is that of the centre of mass.
    return lastKey(field.path) === "pose" ? [{ ...field, label: "Centre of mass" }] : [field];
  });
}

function vector(label: string, key: string, numbers: readonly NumberField[]): Field {
  const [{ path, unit }] = numbers as [NumberField];
  return {
    kind: "vector",
    path: path.replace(/[^.]+$/, key),
    label,
    values: numbers.map(({ value }) => value),
    unit,
    parts: numbers.map((number) => ({ path: number.path, letter: lastKey(number.path).slice(1) })),
  };
}

function lastKey(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

const MOMENTS = ["ixx", "iyy", "izz"];
const PRODUCTS = ["ixy", "ixz", "iyz"];
