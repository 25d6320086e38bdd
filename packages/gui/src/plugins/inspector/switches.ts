import type { orrery } from "@orrery/msgs";
import { componentsEdit, type Component, type Entity, type World } from "@orrery/sim";
import { GravityEnabled, IsKinematic, IsLink, IsModel, IsStatic, SelfCollide } from "@orrery/sim/components";
import { descriptionOf, presenceProblem, type Planned } from "./edit-plan.ts";

/** Something that is so or not, and of which the entity has a component only in one of the cases. */
export interface Switch {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  /** The component's full name. */
  readonly name: string;
  readonly isOn: boolean | undefined;
}

interface SwitchRule {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  /** Entities that have this can be switched. */
  readonly of: Component;
  readonly component: Component;
  readonly isOn: (world: World, entity: Entity) => boolean;
  /** The component's value then; `undefined`: it has none. */
  readonly value: (isOn: boolean) => unknown;
}

const tagged = (component: Component) => ({
  component,
  isOn: (world: World, entity: Entity): boolean => world.has(entity, component),
  value: (isOn: boolean): unknown => (isOn ? {} : undefined),
});

const RULES: readonly SwitchRule[] = [
  { id: "static", title: "Static", hint: "It never moves by itself", of: IsModel, ...tagged(IsStatic) },
  {
    id: "self-collide",
    title: "Self collide",
    hint: "Links of it that no joint connects may touch each other",
    of: IsModel,
    ...tagged(SelfCollide),
  },
  {
    id: "gravity",
    title: "Gravity",
    hint: "Gravity pulls it",
    of: IsLink,
    component: GravityEnabled,
    isOn: (world, entity) => (world.get(entity, GravityEnabled)?.on ?? 1) !== 0,
    value: (isOn) => ({ on: isOn ? 1 : 0 }),
  },
  { id: "kinematic", title: "Kinematic", hint: "It moves only as it is told", of: IsLink, ...tagged(IsKinematic) },
];

/** Those that all of these have. */
export function switchesOf(world: World, entities: readonly Entity[]): readonly Switch[] {
  const there = entities.filter((entity) => world.exists(entity));
  if (there.length === 0) return [];
  return RULES.filter(({ of }) => there.every((entity) => world.has(entity, of))).map((rule) => {
    const states = new Set(there.map((entity) => rule.isOn(world, entity)));
    const { id, title, hint, component } = rule;
    return { id, title, hint, name: component.name, isOn: states.size === 1 ? [...states][0] : undefined };
  });
}

/** Switches all of them, as one command. */
export function planSwitch(world: World, entities: readonly Entity[], id: string, isOn: boolean): Planned {
  const rule = RULES.find((each) => each.id === id)!;
  const meant = entities.filter((entity) => world.exists(entity) && rule.isOn(world, entity) !== isOn);
  const value = rule.value(isOn);
  const edits: orrery.Edit[] = [];
  for (const entity of meant) {
    const problem = presenceProblem(world, entity, rule.component, value);
    if (problem !== undefined) return { ok: false, reason: problem };
    edits.push(componentsEdit(entity, [[rule.component, value]]));
  }
  const doing = `Switch ${rule.title.toLowerCase()} ${isOn ? "on" : "off"}`;
  const description = descriptionOf(world, meant, doing, "for");
  return { ok: true, plan: { description, edits } };
}
