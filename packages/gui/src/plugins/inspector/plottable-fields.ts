import { ITEM_TYPES, scopedName, type Entity, type World } from "@orrery/sim";
import { itemKey, type PlotNumber, type Plottable } from "../../ui/plot-drag.ts";
import type { Field } from "./fields/field.ts";
import { poseInWorld } from "./fields/pose-in-world.ts";

/** More numbers than this at once are too many to tell apart. */
const MAX_AT_ONCE = 8;

/** Returns the numbers of fields as they can be plotted; `undefined` if there are none. */
export function plottableOf(
  world: World,
  entity: Entity | undefined,
  component: string,
  fields: readonly Field[],
): Plottable | undefined {
  if (entity === undefined || !world.exists(entity)) return undefined;
  const owner = scopedName(world, entity);
  const before = owner === "" ? "" : `${owner}::`;
  const numbers = fields.flatMap(pathsOf).map((path) => numberOf(before, component, path));
  return numbers.length === 0
    ? undefined
    : { kind: "numbers", numbers: numbers.slice(0, MAX_AT_ONCE), name: `${before}${component}` };
}

/** Returns whether a field has numbers to plot. */
export function hasNumbers(field: Field): boolean {
  return pathsOf(field).length > 0;
}

/** Finds a field among others, and in their groups. */
export function fieldAt(fields: readonly Field[], path: string): Field | undefined {
  for (const field of fields) {
    if (field.path === path) return field;
    const inner = field.kind === "group" ? fieldAt(field.fields, path) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Each number of each component is an item. The pose in the world is an item with several numbers. */
function numberOf(before: string, component: string, path: string): PlotNumber {
  if (component === poseInWorld.name) {
    const column = ITEM_TYPES.pose3d.findIndex((name) => name === path);
    return { key: itemKey(`${before}pose`), column: Math.max(0, column) };
  }
  const dot = path === "" || path.startsWith("[") ? "" : ".";
  return { key: itemKey(`${before}${component}${dot}${path}`), column: 0 };
}

/** Returns the paths of the numbers of a field. */
function pathsOf(field: Field): readonly string[] {
  switch (field.kind) {
    case "number":
    case "flag":
      return [field.path];
    case "vector":
      return field.parts.map(({ path }) => path);
    case "rotation":
      return ["qx", "qy", "qz", "qw"].map((name) => (field.posePath === "" ? name : `${field.posePath}.${name}`));
    case "group":
      return field.fields.flatMap(pathsOf);
    default:
      return [];
  }
}
