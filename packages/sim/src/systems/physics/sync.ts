import { IsCollision, IsJoint, IsLink } from "../../components/identity.ts";
import { JointLinks } from "../../components/joint.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { PhysicsEngine } from "../../physics/engine.ts";
import { bodyKinds, damping, gravity, masses, newBodies, velocities, weights } from "./edits/body-carriers.ts";
import type { Carrier } from "./edits/carrier.ts";
import { Edits } from "./edits/edits.ts";
import { joints } from "./edits/joint-carrier.ts";
import { poses } from "./edits/pose-carrier.ts";
import { removed } from "./edits/removed.ts";
import { shapes } from "./edits/shape-carriers.ts";
import { bodily, physical } from "./effects.ts";
import type { EntityGuard } from "./entity-guard.ts";
import type { SolidShapes } from "./solid-shapes.ts";

/**
 * All carriers, in order. Bodies are added before others are removed: in Rapier, a new shape in the place of one just
 * removed would leave dead pairs forever.
 */
export const carriers: readonly Carrier[] = [
  gravity,
  newBodies,
  removed,
  bodyKinds,
  shapes,
  masses,
  weights,
  damping,
  poses,
  velocities,
  joints,
];

export interface Synced {
  readonly edited: boolean;
  /** Returns the links whose bodies, shapes or joints were added or edited, by id. */
  readonly bodies: () => Entity[];
  /** Whether joints were added; new joints have no motors yet. */
  readonly madeJoints: boolean;
}

const nothing: Synced = { edited: false, bodies: () => [], madeJoints: false };

/**
 * Carries to the engine what others have written, created and removed since `seen`, always in the order of entity ids:
 * the order in which bodies are added and woken affects later bits.
 */
export function syncEdits(
  world: World,
  engine: PhysicsEngine,
  seen: number,
  guard: EntityGuard,
  solids: SolidShapes,
): Synced {
  if (world.lastPlaced <= seen && !hasWritten(world, seen)) return nothing;
  const edits = new Edits(world, engine, seen, guard, solids);
  for (const { carry } of carriers) carry(edits);
  return { edited: true, bodies: () => linksAt(world, edits.touched(bodily)), madeJoints: edits.hasAddedJoints };
}

function hasWritten(world: World, seen: number): boolean {
  for (const component of physical) if (world.store(component).lastWrite > seen) return true;
  return false;
}

/**
 * Returns the links among these entities, the links of collisions among them, and the links moved by joints among them.
 */
function linksAt(world: World, entities: readonly Entity[]): Entity[] {
  const links = entities.map((entity) => {
    if (world.has(entity, IsCollision)) return world.parentOf(entity);
    return world.has(entity, IsJoint) ? (world.get(entity, JointLinks)?.child as Entity) : entity;
  });
  return [...new Set(links.filter((entity) => world.has(entity, IsLink)))].sort((a, b) => a - b);
}
