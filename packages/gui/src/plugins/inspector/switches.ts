import type { orrery } from "@orrery/msgs";
import { type Component, type Entity, type World } from "@orrery/sim";
import { collisionEdit, componentsEdit } from "@orrery/sim/host";
import {
  CollisionOff,
  GravityEnabled,
  IsCollision,
  IsKinematic,
  IsLink,
  IsModel,
  IsStatic,
  SelfCollide,
} from "@orrery/sim/components";
import { descriptionOf, presenceProblem, type Planned } from "./fields/edit-plan.ts";

/** A Boolean property: the entity has a certain component either when it is on or when it is off. */
export interface Switch {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  /** The component's full name. */
  readonly name: string;
  /** `undefined` when selected entities differ. */
  readonly isOn: boolean | undefined;
}

interface SwitchRule extends Omit<Switch, "name" | "isOn"> {
  readonly component: Component;
  readonly fits: (world: World, entity: Entity) => boolean;
  readonly isOn: (world: World, entity: Entity) => boolean | undefined;
  readonly problem: (world: World, entity: Entity, isOn: boolean) => string | undefined;
  readonly edit: (entity: Entity, isOn: boolean) => orrery.Edit;
}

/** Returns the switch for a component's value; `undefined` stands for its absence. */
function written(
  component: Component,
  value: (isOn: boolean) => unknown,
): Pick<SwitchRule, "component" | "problem" | "edit"> {
  return {
    component,
    problem: (world, entity, isOn) => presenceProblem(world, entity, component, value(isOn)),
    edit: (entity, isOn) => componentsEdit(entity, [[component, value(isOn)]]),
  };
}

function tagged(kind: Component, component: Component): Omit<SwitchRule, "id" | "title" | "hint"> {
  return {
    ...written(component, (isOn) => (isOn ? {} : undefined)),
    fits: (world, entity) => world.has(entity, kind),
    isOn: (world, entity) => world.has(entity, component),
  };
}

const RULES: readonly SwitchRule[] = [
  { id: "static", title: "Static", hint: "It never moves by itself", ...tagged(IsModel, IsStatic) },
  {
    id: "self-collide",
    title: "Self collide",
    hint: "Links of it that no joint connects may touch each other",
    ...tagged(IsModel, SelfCollide),
  },
  {
    id: "gravity",
    title: "Gravity",
    hint: "Gravity pulls it",
    ...written(GravityEnabled, (isOn) => ({ on: isOn ? 1 : 0 })),
    fits: (world, entity) => world.has(entity, IsLink),
    isOn: (world, entity) => (world.get(entity, GravityEnabled)?.on ?? 1) !== 0,
  },
  { id: "kinematic", title: "Kinematic", hint: "It moves only as commanded", ...tagged(IsLink, IsKinematic) },
  {
    id: "collisions",
    title: "Collisions",
    hint: "Other things touch it",
    component: CollisionOff,
    fits: (world, entity) => collisionsOf(world, entity).length > 0,
    isOn: (world, entity) => common(collisionsOf(world, entity).map((each) => !world.has(each, CollisionOff))),
    problem: () => undefined,
    edit: collisionEdit,
  },
];

/** Returns the switches that all of these entities have. */
export function switchesOf(world: World, entities: readonly Entity[]): readonly Switch[] {
  const there = entities.filter((entity) => world.exists(entity));
  if (there.length === 0) return [];
  return RULES.filter(({ fits }) => there.every((entity) => fits(world, entity))).map((rule) => {
    const { id, title, hint, component } = rule;
    return { id, title, hint, name: component.name, isOn: common(there.map((entity) => rule.isOn(world, entity))) };
  });
}

/** Plans to set a switch on all of these entities, as one command. */
export function planSwitch(world: World, entities: readonly Entity[], id: string, isOn: boolean): Planned {
  const rule = RULES.find((each) => each.id === id)!;
  const meant = entities.filter((entity) => world.exists(entity) && rule.isOn(world, entity) !== isOn);
  for (const entity of meant) {
    const reason = rule.problem(world, entity, isOn);
    if (reason !== undefined) return { ok: false, reason };
  }
  const doing = `Switch ${rule.title.toLowerCase()} ${isOn ? "on" : "off"}`;
  const edits = meant.map((entity) => rule.edit(entity, isOn));
  return { ok: true, plan: { description: descriptionOf(world, meant, doing, "for"), edits } };
}

/** Returns the collisions of a link, or of a model with the models in it; for a collision, the collision itself. */
function collisionsOf(world: World, entity: Entity): readonly Entity[] {
  if (world.has(entity, IsCollision)) return [entity];
  if (!world.has(entity, IsModel) && !world.has(entity, IsLink)) return [];
  return world.childrenOf(entity).flatMap((child) => collisionsOf(world, child));
}

function common(states: readonly (boolean | undefined)[]): boolean | undefined {
  return states.every((state) => state === states[0]) ? states[0] : undefined;
}
