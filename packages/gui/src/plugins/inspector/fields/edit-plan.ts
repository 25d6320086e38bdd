import type { orrery } from "@orrery/msgs";
import {
  compose,
  scopedName,
  worldPose,
  type Component,
  type Entity,
  type Pose as PoseValue,
  type World,
} from "@orrery/sim";
import { componentsEdit, editProblem, moveEdit, nameThings, renameEdit } from "@orrery/sim/host";
import { Inertial, IsLight, IsModel, IsWorld, Name, Pose } from "@orrery/sim/components";
import { nameProblem } from "../../entity-tree/api.ts";
import { applyChange, type FieldChange } from "./field-change.ts";
import { initialValue } from "./initial-value.ts";
import { chosenLock, writtenFor } from "../locks.ts";
import { isSameData } from "./same-data.ts";

/** One command: its description and its edits; no edits when nothing has to change. */
export interface EditPlan {
  readonly description: string;
  readonly edits: readonly orrery.Edit[];
  /** New poses of moved things, each relative to its parent. */
  readonly placements?: readonly { readonly entity: Entity; readonly pose: PoseValue }[];
}

export type Planned = { readonly ok: true; readonly plan: EditPlan } | { readonly ok: false; readonly reason: string };

export interface WantedEdit {
  readonly component: Component;
  readonly change: FieldChange;
  /** "Edit mass", "Reset material". */
  readonly doing: string;
}

/**
 * Plans a change of one component for all selected entities that have it: either all of them change, or none does and
 * there is a reason.
 */
export function planEdit(world: World, entities: readonly Entity[], wanted: WantedEdit): Planned {
  const { component, change, doing } = wanted;
  const having = entities.filter((entity) => world.exists(entity) && world.has(entity, component));
  const lock = chosenLock(world, having, component.name);
  if (lock !== undefined) return { ok: false, reason: lock };
  const changed: { readonly entity: Entity; readonly after: unknown }[] = [];
  for (const entity of having) {
    const before: unknown = world.get(entity, component);
    const after = applyChange(component, before, change);
    if (isSameData(before, after)) continue;
    const found = problemWith(world, entity, component, after);
    const problem = found === undefined ? undefined : withWayOut(found, component, change);
    if (problem !== undefined)
      return { ok: false, reason: having.length === 1 ? problem : `${scopedName(world, entity)}: ${problem}` };
    changed.push({ entity, after });
  }
  const whom = changed.map(({ entity }) => entity);
  const edits = changed.map(({ entity, after }) => editOf(world, entity, component, after));
  if (component.name === Name.name) return { ok: true, plan: { description: renaming(world, whom, change), edits } };
  const description = descriptionOf(world, whom, doing);
  if (component.name !== Pose.name) return { ok: true, plan: { description, edits } };
  const placements = changed.map(({ entity, after }) => ({ entity, pose: after as PoseValue }));
  return { ok: true, plan: { description, edits, placements } };
}

function renaming(world: World, [entity]: readonly Entity[], change: FieldChange): string {
  const name = "value" in change ? String(change.value).trim() : "";
  return entity === undefined ? "Rename" : `Rename ${scopedName(world, entity)} to ${name}`;
}

/** Plans to remove a component from all that have it, or to add it, with its first value, to all that lack it. */
export function planPresence(
  world: World,
  entities: readonly Entity[],
  { component, isThere, doing }: { readonly component: Component; readonly isThere: boolean; readonly doing: string },
): Planned {
  const has = (entity: Entity): boolean => world.get(entity, component) !== undefined;
  const meant = entities.filter((entity) => world.exists(entity) && has(entity) !== isThere);
  const value: unknown = isThere ? initialValue(component) : undefined;
  for (const entity of meant) {
    const problem = presenceProblem(world, entity, component, value);
    if (problem !== undefined) return { ok: false, reason: problem };
  }
  const edits = meant.map((entity) => componentsEdit(entity, [[component, value]]));
  const description = descriptionOf(world, meant, doing, isThere ? "to" : "from");
  return { ok: true, plan: { description, edits } };
}

/** Returns why an entity cannot have a component with this value, or, for `undefined`, why it cannot lack it. */
export function presenceProblem(
  world: World,
  entity: Entity,
  component: Component,
  value: unknown,
): string | undefined {
  if (value === undefined)
    return (component.facts.edit?.presence ?? "fixed") === "fixed" ? "It cannot be removed" : undefined;
  const problem = editProblem(world, entity, component, value);
  return problem === undefined ? undefined : atField(problem);
}

/** Describes a change: "Edit mass of box_1::link", "Edit mass of 3 links". */
export function descriptionOf(world: World, entities: readonly Entity[], doing: string, relation = "of"): string {
  return `${doing} ${relation} ${nameThings(world, entities)}`;
}

function problemWith(world: World, entity: Entity, component: Component, value: unknown): string | undefined {
  if (component.name === Name.name) return nameProblem(world, entity, value as string);
  const problem = editProblem(world, entity, writtenFor(component), value);
  return problem === undefined ? undefined : atField(problem);
}

/** Adds a way out to a message: changing one moment of inertia at a time may lead through impossible combinations. */
function withWayOut(problem: string, component: Component, change: FieldChange): string {
  const isOneMoment = component.name === Inertial.name && change.kind === "set" && /^i(xx|yy|zz)$/.test(change.path);
  return isOneMoment && problem.includes("moment")
    ? `${problem}; to set all three at once, type them into the first field: 1, 1, 1`
    : problem;
}

/** Shortens "Inertial.mass must be above 0" to "Must be above 0": the place of the message says the rest. */
function atField(problem: string): string {
  const short = problem.replace(/^[A-Z]\w*[\w.[\]]* (?=must )/, "");
  return short.charAt(0).toUpperCase() + short.slice(1);
}

function editOf(world: World, entity: Entity, component: Component, value: unknown): orrery.Edit {
  if (component.name === Name.name) return renameEdit(entity, (value as string).trim());
  if (component.name !== Pose.name || !(world.has(entity, IsModel) || world.has(entity, IsLight)))
    return componentsEdit(entity, [[writtenFor(component), value]]);
  const parent = world.parentOf(entity);
  const isInWorld = parent === 0 || world.has(parent, IsWorld);
  return moveEdit(entity, isInWorld ? (value as PoseValue) : compose(worldPose(world, parent), value as PoseValue));
}
