import type { Field } from "./field.ts";

type Inertia = Readonly<Record<(typeof MOMENTS | typeof PRODUCTS)[number], number>>;

/** The six numbers of an inertia, as two vectors: on the diagonal of the matrix, and beside it. */
export function inertiaFields(inertia: Inertia, owner: string): readonly Field[] {
  const at = (key: string): string => (owner === "" ? key : `${owner}.${key}`);
  const vector = (key: string, label: string, keys: typeof MOMENTS | typeof PRODUCTS): Field => ({
    kind: "vector",
    path: at(key),
    label,
    values: keys.map((name) => inertia[name]),
    unit: "kg·m²",
    parts: keys.map((name) => ({ path: at(name), letter: name.slice(1) })),
  });
  return [vector("moments", "Moments of inertia", MOMENTS), vector("products", "Products of inertia", PRODUCTS)];
}

export function isInertia(value: object): value is Inertia {
  const record = value as Readonly<Record<string, unknown>>;
  return [...INERTIA].every((key) => typeof record[key] === "number");
}

const MOMENTS = ["ixx", "iyy", "izz"] as const;
const PRODUCTS = ["ixy", "ixz", "iyz"] as const;
export const INERTIA: ReadonlySet<string> = new Set([...MOMENTS, ...PRODUCTS]);
