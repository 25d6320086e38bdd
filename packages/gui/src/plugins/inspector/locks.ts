import { type Component, type Entity, type World } from "@orrery/sim";
import { componentNamed, mayHave } from "@orrery/sim/host";
import {
  IsWorld,
  JointPosition,
  JointPositionReset,
  JointVelocity,
  JointVelocityReset,
  Name,
} from "@orrery/sim/components";

/** Returns why nobody can edit a component; `undefined` if it can be edited. */
export function componentLock(name: string): string | undefined {
  const short = name.slice(name.lastIndexOf(".") + 1);
  if (short === "WorldPose") return "Follows from its pose and the things it is part of";
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
  if (component.name === JointPosition.name) return JointPositionReset;
  return component.name === JointVelocity.name ? JointVelocityReset : component;
}

/** Returns why a field of an editable component is read-only. */
export function fieldLock(component: string, path: string): string | undefined {
  const short = component.slice(component.lastIndexOf(".") + 1);
  const plain = path.replaceAll(/\[\d+\]/g, "").replace(/^\./, "");
  if (/(^|\.)from(Uri)?$/.test(plain)) return FILE;
  return FIELD_LOCKS.get(`${short} ${plain}`);
}

const WORLD_NAME = "A world keeps its name: its topics and services have it";
const STRUCTURE = "Part of the structure given by the file";
const FILE = "Read from a file when it was loaded";

const entries = (names: string, reason: string): (readonly [string, string])[] =>
  names.split(" ").map((name) => [name, reason] as const);

const FIELD_LOCKS: ReadonlyMap<string, string> = new Map(
  [
    ["Inertial auto", "Means that inertia follows from the shapes and the mass; editing it or its centre ends that"],
    ...entries("Geometry#uri Geometry#submesh Geometry#centerSubmesh Geometry#convex Geometry#maxHulls", FILE),
    ["Physics name", STRUCTURE],
    ["Physics type", "The engine is chosen once, when the world is loaded"],
    ["JointAxes mimic.joint", STRUCTURE],
    ["JointAxes mimic.axis", STRUCTURE],
    ...entries("Sensor#type Sensor#settings", STRUCTURE),
  ].map(([key, reason]) => [key.replace("#", " "), reason] as const),
);
