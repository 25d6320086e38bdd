import { MeshError } from "../mesh-error.ts";

/** An object in a glTF file that has not been checked yet. */
export type GltfObject = Readonly<Record<string, unknown>>;

/** Returns the objects in a list; an absent list is empty. Throws a MeshError for any other value. */
export function listOf(parent: GltfObject, key: string): readonly GltfObject[] {
  const value = parent[key];
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new MeshError(`"${key}" is no list`);
  return value.map((item: unknown, i) => {
    if (typeof item !== "object" || item === null || Array.isArray(item))
      throw new MeshError(`${key}[${i}] is no object`);
    return item as GltfObject;
  });
}

export function objectOf(parent: GltfObject, key: string): GltfObject | undefined {
  const value = parent[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "object" || Array.isArray(value)) throw new MeshError(`"${key}" is no object`);
  return value as GltfObject;
}

export function textOf(parent: GltfObject, key: string): string {
  const value = parent[key];
  return typeof value === "string" ? value : "";
}

export function numberOf(parent: GltfObject, key: string, fallback: number): number {
  const value = parent[key];
  if (value === undefined) return fallback;
  if (typeof value !== "number" || !Number.isFinite(value)) throw new MeshError(`"${key}" is no number`);
  return value;
}

/** Returns a whole number, at least zero, or the fallback. */
export function countOf(parent: GltfObject, key: string, fallback: number): number {
  const value = numberOf(parent, key, fallback);
  if (value !== fallback && (!Number.isInteger(value) || value < 0)) throw new MeshError(`"${key}" is ${value}`);
  return value;
}

/** Returns exactly `count` numbers; undefined if there is no such list. */
export function numbersOf(parent: GltfObject, key: string, count: number): number[] | undefined {
  const value = parent[key];
  if (value === undefined) return undefined;
  const isSound = Array.isArray(value) && value.length === count && value.every((one) => Number.isFinite(one));
  if (!isSound) throw new MeshError(`"${key}" is no list of ${count} numbers`);
  return value as number[];
}

/** Returns the indices in a list, which refer to other objects; an absent list is empty. */
export function indicesOf(parent: GltfObject, key: string): number[] {
  const value = parent[key];
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every((one) => Number.isInteger(one) && one >= 0)) {
    throw new MeshError(`"${key}" is no list of indices`);
  }
  return value as number[];
}

/** Returns item `index` of a list that error messages call `what`. */
export function item<T>(list: readonly T[], index: number, what: string): T {
  const found = list[index];
  if (found === undefined) throw new MeshError(`${what} ${index} is named, but there are ${list.length}`);
  return found;
}
