import { worldPose, type Component, type Entity, type Pose as PoseValue, type World } from "@orrery/sim";
import { type Facts, type JointMotion } from "@orrery/sim/host";
import { IsWorld, JointAxes, JointType, Pose } from "@orrery/sim/components";
import { describe } from "./describe.ts";
import { mergeFields, type Field } from "./field.ts";
import { poseInWorld } from "./pose-in-world.ts";
import { inGroups } from "../groups.ts";

/** One component of the selection. Stays the same object as long as it does not change. */
export interface ShownComponent {
  /** The full name. */
  readonly name: string;
  readonly title: string;
  readonly group: string;
  readonly rank: number;
  readonly fields: readonly Field[];
}

export interface Reading {
  readonly components: readonly ShownComponent[];
  /** Components whose mere presence has a meaning. */
  readonly tags: readonly ShownComponent[];
}

/** Reads entities repeatedly; unchanged parts stay the same objects, so that they need not be rendered again. */
export class EntityReader {
  readonly #world: World;
  readonly #heldPose: (entity: Entity) => PoseValue | undefined;
  readonly #fields = new Map<string, { readonly value: unknown; readonly fields: readonly Field[] }>();
  readonly #shown = new Map<string, ShownComponent>();
  readonly #merged = new Map<
    Component,
    { readonly from: readonly (readonly Field[])[]; readonly shown: ShownComponent }
  >();
  #last: Reading = { components: [], tags: [] };
  #of = "";

  /** `heldPose` returns where a tool holds an entity, which may differ from its pose in the world. */
  constructor(world: World, heldPose: (entity: Entity) => PoseValue | undefined = () => undefined) {
    this.#world = world;
    this.#heldPose = heldPose;
  }

  read(entities: readonly Entity[]): Reading {
    const there = entities.filter((entity) => this.#world.exists(entity));
    if (there.join() !== this.#of) this.#forget(there);
    const shown = this.#components(there).map((component) => this.#show(component, there));
    const below = this.#worldPose(there);
    const valued = shown.filter(({ fields }) => fields.length > 0);
    const components = inGroups(below === undefined ? valued : [...valued, below], (each) => each);
    const tags = shown.filter(({ fields }) => fields.length === 0);
    if (!isSame(components, this.#last.components) || !isSame(tags, this.#last.tags)) this.#last = { components, tags };
    return this.#last;
  }

  #forget(entities: readonly Entity[]): void {
    this.#of = entities.join();
    this.#fields.clear();
    this.#shown.clear();
    this.#merged.clear();
  }

  /** Returns the components that all entities have. */
  #components(entities: readonly Entity[]): readonly Component[] {
    if (entities.length === 0) return [];
    const stores = this.#world.stores().filter((store) => entities.every((entity) => store.row(entity) >= 0));
    return stores.map(({ component }) => component);
  }

  #show(component: Component, entities: readonly Entity[]): ShownComponent {
    const described = entities.map((entity) => this.#describe(component, entity));
    const last = this.#merged.get(component);
    if (last !== undefined && described.every((fields, i) => fields === last.from[i])) return last.shown;
    const shown = this.#kept(component.name, component.facts, described.reduce(mergeFields));
    this.#merged.set(component, { from: described, shown });
    return shown;
  }

  #describe(component: Component, entity: Entity): readonly Field[] {
    const key = `${entity} ${component.name}`;
    const held = component.name === Pose.name ? this.#heldPose(entity) : undefined;
    const value: unknown = held ?? this.#world.get(entity, component);
    const known = this.#fields.get(key);
    if (known !== undefined && isSameValue(component, known.value, value)) return known.fields;
    const isTag = component.kind === "numeric" && component.fields.length === 0;
    const fields = isTag ? [] : describe(component, value, this.#joint(entity));
    this.#fields.set(key, { value, fields });
    return fields;
  }

  #joint(entity: Entity): { readonly motion?: JointMotion; readonly axes?: number } {
    const type = this.#world.get(entity, JointType);
    if (type === undefined) return {};
    const axes = type === "ball" ? 3 : (this.#world.get(entity, JointAxes)?.length ?? 3);
    return { motion: type === "prismatic" ? "slides" : "turns", axes };
  }

  /** Returns the world pose of a single entity that is not directly below the world. */
  #worldPose(entities: readonly Entity[]): ShownComponent | undefined {
    const [entity] = entities;
    if (entity === undefined || entities.length > 1 || !this.#world.has(entity, Pose)) return undefined;
    const parent = this.#world.parentOf(entity);
    if (parent === 0 || this.#world.has(parent, IsWorld)) return undefined;
    return this.#kept(poseInWorld.name, poseInWorld, describe(Pose, worldPose(this.#world, entity)));
  }

  #kept(name: string, { title, group, rank }: Title, fields: readonly Field[]): ShownComponent {
    const known = this.#shown.get(name);
    if (known !== undefined && known.title === title && isSameFields(known.fields, fields)) return known;
    const made = { name, title, group, rank, fields };
    this.#shown.set(name, made);
    return made;
  }
}

/** Returns whether a search text matches a component or its fields. */
export function isComponentFound({ name, title, fields }: ShownComponent, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/);
  const all = [name, title, ...labelsOf(fields)].join("\n").toLowerCase();
  return words.every((word) => all.includes(word));
}

function labelsOf(fields: readonly Field[]): readonly string[] {
  return fields.flatMap((field) => {
    if (field.kind === "group") return [field.label, ...labelsOf(field.fields)];
    return field.kind === "vector" ? [field.label, ...field.parts.map(({ path }) => path)] : [field.label];
  });
}

type Title = Pick<Facts, "title" | "group" | "rank">;

/** Compares values. Numeric components are read as a new object each time; other values are replaced as a whole. */
function isSameValue(component: Component, a: unknown, b: unknown): boolean {
  if (component.kind === "value") return Object.is(a, b);
  const [first, second] = [a as Record<string, number>, b as Record<string, number>];
  return component.fields.every((field) => Object.is(first[field], second[field]));
}

function isSameFields(a: readonly Field[], b: readonly Field[]): boolean {
  return a === b || JSON.stringify(a, keepOdd) === JSON.stringify(b, keepOdd);
}

/** Keeps NaN, the infinities and -0 distinct, which JSON would not. */
function keepOdd(_: string, value: unknown): unknown {
  return typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))
    ? `number ${1 / value} ${value}`
    : value;
}

function isSame(a: readonly ShownComponent[], b: readonly ShownComponent[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
