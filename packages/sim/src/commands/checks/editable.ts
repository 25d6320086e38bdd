import { componentNamed, knownComponents, type Component } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import { valueProblem } from "../../ecs/value-problem.ts";
import type { World } from "../../ecs/world.ts";
import { scopedName } from "../../entities/find.ts";
import { fitProblem } from "./fit-rules.ts";

/** Returns whether the entity is of a kind that may have the component. */
export function mayHave(world: World, entity: Entity, { facts }: Component): boolean {
  return facts.edit?.on.some((name) => hasTag(world, entity, name)) === true;
}

function hasTag(world: World, entity: Entity, name: string): boolean {
  const tag = componentNamed(name);
  return tag !== undefined && world.has(entity, tag);
}

/** Returns why a value cannot be written; `undefined` when it can. */
export function editProblem(world: World, entity: Entity, component: Component, value: unknown): string | undefined {
  const rule = component.facts.edit;
  if (rule === undefined) return `${component.name} cannot be edited; these can: ${editableNames()}`;
  if (!world.exists(entity)) return `there is no entity ${entity}`;
  if (!mayHave(world, entity, component))
    return `"${scopedName(world, entity)}" cannot have ${shortName(component)}; these can: ${rule.on.map(withoutPackage).join(", ")}`;
  const problem = valueProblem(rule.value, value, shortName(component));
  return problem ?? fitProblem(world, entity, component, value);
}

/** Returns why a component cannot be removed. */
export function removalProblem(world: World, entity: Entity, component: Component): string | undefined {
  const rule = component.facts.edit;
  if (rule === undefined) return `${component.name} cannot be edited; these can: ${editableNames()}`;
  if (rule.presence === "fixed") return `${shortName(component)} cannot be removed, only set`;
  return world.has(entity, component)
    ? undefined
    : `"${scopedName(world, entity)}" has no ${shortName(component)} to remove`;
}

/** Returns the name that people use: without the name of the package. */
export function shortName({ name }: Component): string {
  return withoutPackage(name);
}

function withoutPackage(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function editableNames(): string {
  const names = knownComponents().filter(({ facts }) => facts.edit !== undefined);
  return names.map(shortName).sort().join(", ");
}
