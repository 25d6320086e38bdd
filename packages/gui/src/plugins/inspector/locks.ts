import { type Component, type Entity, type World } from "@orrery/sim";
import { componentNamed, fieldAt, mayHave } from "@orrery/sim/host";
import { IsWorld, Name } from "@orrery/sim/components";
import { poseInWorld } from "./fields/pose-in-world.ts";

/** Returns why nobody can edit a component; `undefined` if it can be edited. */
export function componentLock(name: string): string | undefined {
  if (name === poseInWorld.name) return poseInWorld.locked;
  // People rename things; nobody writes the component.
  if (name === Name.name) return undefined;
  const component = componentNamed(name);
  if (component !== undefined && writtenFor(component).facts.edit !== undefined) return undefined;
  return component?.facts.locked ?? "Maintained by the system that made it";
}

/** Returns why these particular entities cannot have a different value of an editable component. */
export function chosenLock(world: World, entities: readonly Entity[], name: string): string | undefined {
  const there = entities.filter((entity) => world.exists(entity));
  if (name === Name.name) {
    if (there.length > 1) return "Names are given one at a time";
    return there.some((entity) => world.has(entity, IsWorld)) ? WORLD_NAME : undefined;
  }
  const component = componentNamed(name);
  const written = component && writtenFor(component);
  const isFit = written?.facts.edit === undefined || there.every((entity) => mayHave(world, entity, written));
  return isFit ? undefined : "Follows from something else for this kind of thing";
}

/**
 * Returns the component to write for a new value of this one. For instance, a joint's position follows from its links
 * and is requested through a different component.
 */
export function writtenFor(component: Component): Component {
  const { setBy } = component.facts;
  return (setBy === undefined ? undefined : componentNamed(setBy)) ?? component;
}

/** Returns why a field of an editable component is read-only. */
export function fieldLock(component: string, path: string): string | undefined {
  const facts = componentNamed(component)?.facts;
  const plain = path.replaceAll(/\[\d+\]/g, "").replace(/^\./, "");
  return facts && fieldAt(facts, plain)?.locked;
}

const WORLD_NAME = "A world keeps its name: its topics and services contain it";
