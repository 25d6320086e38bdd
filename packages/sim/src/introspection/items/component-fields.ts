import { JointType } from "../../components/joint.ts";
import { unitOf, type JointMotion } from "../../components/unit-of.ts";
import { componentNamed, type Component } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { ItemInfo, NameTest, Probe } from "../item.ts";

/** How many numbers of one component are listed: a mesh or a map has millions, and nobody plots each. */
const MAX_FIELDS = 64;
const DEEPEST = 6;

/**
 * Yields every number of every component of an entity whose name fits, by component and field:
 * `gz_sim_components.Inertial.mass`, with `before` in front of it.
 */
export function* componentFields(world: World, entity: Entity, before: string, fits: NameTest): Iterable<ItemInfo> {
  const motion = motionOf(world, entity);
  for (const { component } of world.stores()) {
    if (!world.has(entity, component)) continue;
    for (const path of pathsOf(world, entity, component)) {
      const name = `${before}${nameOf(component, path)}`;
      if (fits(name)) yield { ...infoOf(component, path, motion), name };
    }
  }
}

/**
 * Returns the item of a field, by the name that `componentFields` gives it. Any component that this process knows has
 * items, even while the entity lacks it. Such items get values once the entity has the component.
 */
export function componentField(world: World, entity: Entity, name: string): ItemInfo | undefined {
  const found = fieldNamed(world, entity, name);
  if (found === undefined) return undefined;
  // A note instead of `unavailable`, because the value may come later.
  return { ...infoOf(found.component, found.path, motionOf(world, entity)), note: whyNoValue(world, entity, found) };
}

/** Reads a field at the end of each step in which the entity has it. */
export function openField(world: World, entity: Entity, name: string): Probe | undefined {
  const found = fieldNamed(world, entity, name);
  if (found === undefined) return undefined;
  const { component, path } = found;
  if (component.kind === "numeric") {
    const field = component.fields.indexOf(path);
    return {
      read(_, out, at) {
        // Checked first, because `column` creates a column that does not exist.
        if (!world.has(entity, component)) return;
        const column = world.column(component);
        const row = column.row(entity);
        out[at] = column.data[row * column.stride + field]!;
      },
    };
  }
  const keys = keysOf(path);
  return {
    read(_, out, at) {
      const value = valueAt(world.get(entity, component), keys);
      if (value !== undefined) out[at] = value;
    },
  };
}

interface Field {
  readonly component: Component;
  readonly path: string;
}

function infoOf(component: Component, path: string, motion: JointMotion): ItemInfo {
  const unit = unitOf(component, withoutIndexes(path), motion);
  return {
    name: nameOf(component, path),
    type: "double",
    units: unit === "" ? [] : [unit],
  };
}

function nameOf({ name }: Component, path: string): string {
  return path === "" || path.startsWith("[") ? `${name}${path}` : `${name}.${path}`;
}

/**
 * Finds the component and the field of a name. Names of components contain dots too, so the longest name of a component
 * that the entity has wins, or else the longest known one.
 */
function fieldNamed(world: World, entity: Entity, name: string): Field | undefined {
  let known: Field | undefined;
  for (let end = name.length; end > 0; end = Math.max(name.lastIndexOf(".", end - 1), name.lastIndexOf("[", end - 1))) {
    const component = componentNamed(name.slice(0, end));
    if (component === undefined) continue;
    const field = { component, path: name.slice(end + (name[end] === "." ? 1 : 0)) };
    if (component.kind === "numeric" && !component.fields.includes(field.path)) continue;
    if (world.has(entity, component)) return field;
    known ??= field;
  }
  return known;
}

function whyNoValue(world: World, entity: Entity, { component, path }: Field): string | undefined {
  if (!world.has(entity, component)) return "the entity does not have this component now";
  if (component.kind === "numeric" || valueAt(world.get(entity, component), keysOf(path)) !== undefined)
    return undefined;
  return "the component does not have this number now";
}

function pathsOf(world: World, entity: Entity, component: Component): readonly string[] {
  if (component.kind === "numeric") return component.fields;
  const paths: string[] = [];
  collect(world.get(entity, component), "", 0, paths);
  return paths;
}

/** Collects the paths of numbers and booleans in plain data: `axes[0].damping`. Leaves out long lists and bytes. */
function collect(value: unknown, path: string, depth: number, paths: string[]): void {
  if (paths.length >= MAX_FIELDS) return;
  if (typeof value === "number" || typeof value === "boolean") {
    paths.push(path);
  } else if (Array.isArray(value)) {
    if (value.length > MAX_FIELDS || depth === DEEPEST) return;
    for (const [i, item] of value.entries()) collect(item, `${path}[${i}]`, depth + 1, paths);
  } else if (isPlain(value) && depth < DEEPEST) {
    for (const [key, item] of Object.entries(value))
      collect(item, path === "" ? key : `${path}.${key}`, depth + 1, paths);
  }
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
}

type Key = string | number;

/** Splits `axes[0].damping` into its keys, in one pass over the text. */
function keysOf(path: string): readonly Key[] {
  return path
    .split(".")
    .flatMap((part) => part.split("["))
    .filter((part) => part !== "")
    .map((part) => (part.endsWith("]") ? Number(part.slice(0, -1)) : part));
}

function valueAt(value: unknown, keys: readonly Key[]): number | undefined {
  let at: unknown = value;
  for (const key of keys) {
    if (Array.isArray(at)) at = (at as readonly unknown[])[key as number];
    else if (isPlain(at) && Object.hasOwn(at, key)) at = at[key as string];
    else return undefined;
  }
  if (typeof at === "boolean") return at ? 1 : 0;
  return typeof at === "number" ? at : undefined;
}

function motionOf(world: World, entity: Entity): JointMotion {
  return world.get(entity, JointType) === "prismatic" ? "slides" : "turns";
}

/** Removes the indexes of a path: all elements of a list have the same units. */
function withoutIndexes(path: string): string {
  return keysOf(path)
    .filter((key) => typeof key === "string")
    .join(".");
}
