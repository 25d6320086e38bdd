import type { orrery } from "@orrery/msgs";
import { type Component, type Entity, type Toggle, type World } from "@orrery/sim";
import { collisionEdit, componentsEdit, knownComponents, mayHave } from "@orrery/sim/host";
import { CollisionOff, IsCollision, IsLink, IsModel } from "@orrery/sim/components";
import { descriptionOf, presenceProblem, type Planned } from "./fields/edit-plan.ts";

/** A Boolean property, shown whether the entity has its component or not. */
export interface Switch {
  readonly title: string;
  readonly hint: string;
  /** The component's full name. */
  readonly name: string;
  /** `undefined` when selected entities differ. */
  readonly isOn: boolean | undefined;
}

interface SwitchRule extends Omit<Switch, "isOn"> {
  readonly fits: (world: World, entity: Entity) => boolean;
  readonly isOn: (world: World, entity: Entity) => boolean | undefined;
  readonly problem: (world: World, entity: Entity, isOn: boolean) => string | undefined;
  readonly edit: (entity: Entity, isOn: boolean) => orrery.Edit;
}

/** Makes the switch that a component declares. Without fields, its presence is what is switched. */
function declared(component: Component, { title = component.facts.title, hint }: Toggle): SwitchRule {
  const [field] = component.kind === "numeric" ? component.fields : [];
  const valueOf = (isOn: boolean): unknown =>
    field === undefined ? (isOn ? {} : undefined) : { [field]: Number(isOn) };
  const isOn = (world: World, entity: Entity): boolean => {
    if (field === undefined) return world.has(entity, component);
    const value = (world.get(entity, component) ?? component.initial()) as Readonly<Record<string, number>>;
    return value[field] !== 0;
  };
  return {
    name: component.name,
    title,
    hint,
    fits: (world, entity) => mayHave(world, entity, component),
    isOn,
    problem: (world, entity, wanted) => presenceProblem(world, entity, component, valueOf(wanted)),
    edit: (entity, wanted) => componentsEdit(entity, [[component, valueOf(wanted)]]),
  };
}

/** Of a model or link, it switches all collisions below, by an edit of its own. */
const collisions: SwitchRule = {
  name: CollisionOff.name,
  title: "Collisions",
  hint: "Other things touch it",
  fits: (world, entity) => collisionsOf(world, entity).length > 0,
  isOn: (world, entity) => common(collisionsOf(world, entity).map((each) => !world.has(each, CollisionOff))),
  problem: () => undefined,
  edit: collisionEdit,
};

/** Returns those that components declare, then that of collisions. A component may become known at any time. */
function rules(): readonly SwitchRule[] {
  const known = knownComponents().filter(({ facts }) => facts.toggle !== undefined);
  const sorted = known.sort((a, b) => a.facts.rank - b.facts.rank);
  return [...sorted.map((each) => declared(each, each.facts.toggle!)), collisions];
}

/** Returns the switches that all of these entities have. */
export function switchesOf(world: World, entities: readonly Entity[]): readonly Switch[] {
  const there = entities.filter((entity) => world.exists(entity));
  if (there.length === 0) return [];
  return rules()
    .filter(({ fits }) => there.every((entity) => fits(world, entity)))
    .map(({ name, title, hint, isOn }) => ({
      name,
      title,
      hint,
      isOn: common(there.map((entity) => isOn(world, entity))),
    }));
}

/** Plans to set a switch on all of these entities, as one command. `name` is the full name of its component. */
export function planSwitch(world: World, entities: readonly Entity[], name: string, isOn: boolean): Planned {
  const rule = rules().find((each) => each.name === name)!;
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
