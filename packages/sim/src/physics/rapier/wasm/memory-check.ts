import * as rapier from "@dimforge/rapier3d-simd-compat";
import { slotOf } from "../slots.ts";
import { agreesWithGetters } from "./getters.ts";
import type { ContactImpulses } from "./impulses.ts";
import type { RapierMemory } from "./rapier-memory.ts";
import type { RayCaster } from "./ray-caster.ts";
import { UnknownLayout } from "./unknown-layout.ts";

/**
 * Throws unless everything that Orrery reads from Rapier's memory, or writes to it, is where it should be. Otherwise a
 * world could run with settings and contacts different from everywhere else, without anybody noticing.
 */
export function checkMemory(memory: RapierMemory): void {
  const world = new rapier.World({ x: 0, y: 0, z: -9.81 });
  try {
    const bodies = fillTestWorld(world);
    for (const [i, body] of bodies.entries()) {
      const collider = body.collider(0);
      collider.setCollisionGroups(0x10ff_20ff + i);
      memory.filters.touchEitherWay(world, collider);
    }
    if (!bodiesAreAsExpected(world, bodies, memory)) throw new UnknownLayout("bodies");
    if (!contactsAreAsExpected(world, memory.impulses)) throw new UnknownLayout("contacts");
    memory.settings.apply(world);
    if (!raysAreAsExpected(world, memory.rays)) throw new UnknownLayout("rays");
  } finally {
    world.free();
  }
}

/** Compares every number both ways while bodies fall, rest, sleep, wake, are removed and added again. */
function bodiesAreAsExpected(world: rapier.World, bodies: readonly rapier.RigidBody[], memory: RapierMemory): boolean {
  const reader = memory.bodiesOf(world);
  let same = agreesWithGetters(world, reader);
  const run = (steps: number) => {
    for (let i = 0; i < steps; i++) world.step();
    same &&= agreesWithGetters(world, reader);
  };
  run(3);
  bodies[2]!.setLinvel({ x: 0, y: 0, z: 0 }, true);
  bodies[2]!.setAngvel({ x: 0, y: 0, z: 0 }, true);
  run(120);
  same &&= reader.awake === 0;
  bodies[4]!.wakeUp();
  run(1);
  same &&= reader.awake > 0 && reader.awake < 4;
  world.removeRigidBody(bodies[3]!);
  bodies[5]!.setTranslation({ x: 1, y: 2, z: 3 }, true);
  run(2);
  // Nothing may be written to an unknown place.
  if (!same) return false;
  const [untouched, written] = [slotOf(bodies[0]!.handle), slotOf(bodies[6]!.handle)];
  // The values that are known as Rapier's defaults.
  const own = [2 * Math.fround(0.05), 0.5].join();
  if (reader.sleepSpeeds(written).join() !== own) return false;
  reader.setSleepSpeeds(written, 0.125, 0.25);
  const copy = rapier.World.restoreSnapshot(world.takeSnapshot());
  const copied = memory.bodiesOf(copy);
  same = agreesWithGetters(copy, copied) && copied.sleepSpeeds(written).join() === "0.125,0.25";
  same &&= copied.sleepSpeeds(untouched).join() === own;
  copy.free();
  return same;
}

/** Compares the contacts of bodies that lie on one another. */
function contactsAreAsExpected(world: rapier.World, impulses: ContactImpulses): boolean {
  let points = 0;
  let same = true;
  world.colliders.forEach(({ handle }) => {
    world.narrowPhase.contactPairsWith(handle, (other) => {
      world.narrowPhase.contactPair(handle, other, world.bodies, (manifold) => {
        points += manifold.numContacts();
        impulses.begin(manifold);
        same &&= impulses.agreesWith(manifold);
      });
    });
  });
  return same && points > 0;
}

/** Compares rays that hit, miss, or pass through a body. */
function raysAreAsExpected(world: rapier.World, rays: RayCaster): boolean {
  const ignored = world.bodies.get(0)!;
  const origin = { x: 0.5, y: 0.3, z: 8 };
  const reach = 20;
  rays.from(origin.x, origin.y, origin.z);
  let hits = 0;
  return (
    [true, false].every((withNormals) =>
      [ignored, undefined].every((body) => {
        rays.begin(world, { reach, withNormals, ignored: body?.handle });
        return [-0.8, -0.6, 0, 0.6].every((x) => {
          const direction = { x, y: 0, z: x === 0 ? -1 : -Math.sqrt(1 - x * x) };
          const known = world.castRayAndGetNormal(
            new rapier.Ray(origin, direction),
            reach,
            true,
            undefined,
            undefined,
            undefined,
            body,
          );
          if (known === null) return !rays.cast(direction.x, direction.y, direction.z);
          hits++;
          const same =
            rays.cast(direction.x, direction.y, direction.z) &&
            rays.distance === known.timeOfImpact &&
            rays.slot === slotOf(known.collider.handle);
          const { x: nx, y: ny, z: nz } = known.normal;
          return same && (!withNormals || (rays.nx === nx && rays.ny === ny && rays.nz === nz));
        });
      }),
    ) && hits > 0
  );
}

/**
 * Adds a dynamic, a fixed and a kinematic body and four more boxes, two of them stacked, above a plane; their centres
 * of mass are not at their origins. Returns the bodies.
 */
function fillTestWorld(world: rapier.World): rapier.RigidBody[] {
  const { Dynamic, Fixed, KinematicVelocityBased } = rapier.RigidBodyType;
  const bodies = Array.from({ length: 7 }, (_, i) => {
    const desc = new rapier.RigidBodyDesc([Dynamic, Fixed, KinematicVelocityBased][i] ?? Dynamic);
    desc.setTranslation(i === 4 ? 9 : 3 * i, 0.5, i === 4 ? 1.5 : 0.5).setRotation({ x: 0, y: 0, z: 0.6, w: 0.8 });
    if (i !== 1)
      desc.setAdditionalMassProperties(
        2,
        { x: 0.1, y: -0.05, z: 0.02 },
        { x: 1, y: 2, z: 2.5 },
        { x: 0, y: 0, z: 0, w: 1 },
      );
    if (i < 3) desc.setLinvel(0.1, 0.2, 0.3 * i).setAngvel({ x: 0.1 * i, y: 0, z: 0.2 });
    const body = world.createRigidBody(desc);
    world.createCollider(rapier.ColliderDesc.cuboid(0.5, 0.5, 0.5), body);
    return body;
  });
  world
    .createCollider(new rapier.ColliderDesc(new rapier.HalfSpace({ x: 0, y: 0, z: 1 })), bodies[1])
    .setTranslationWrtParent({ x: 0, y: 0, z: -0.5 });
  return bodies;
}
