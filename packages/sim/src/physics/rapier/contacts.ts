import type { ContactPoint } from "../../base/contact-point.ts";
import { rotate } from "../../base/quat.ts";
import { add, scale, type Vec3 } from "../../base/vec3.ts";
import type { Contact } from "../engine.ts";
import { mayTouch } from "./groups.ts";
import type { RapierScene } from "./scene.ts";
import { slotOf } from "./slots.ts";

/** Returns all pairs that touch, sorted by shape. */
export function rapierContacts(scene: RapierScene): Contact[] {
  const { world } = scene;
  const shapes = scene.shapes.slots;
  const contacts: Contact[] = [];
  for (let slot = 0; slot < shapes.extent; slot++) {
    if (shapes.used[slot] === 0) continue;
    const handle = shapes.handle(slot);
    const shape1 = shapes.ids[slot]!;
    world.narrowPhase.contactPairsWith(handle, (other) => {
      const shape2 = shapes.ids[slotOf(other)]!;
      if (shape2 < shape1) return;
      if (!mayTouch(world.getCollider(handle).solverGroups(), world.getCollider(other).solverGroups())) return;
      const points = contactPoints(scene, handle, other);
      if (points.length > 0) contacts.push({ shape1, shape2, points });
    });
  }
  return contacts.sort((a, b) => a.shape1 - b.shape1 || a.shape2 - b.shape2);
}

function contactPoints({ world, memory }: RapierScene, one: number, two: number): ContactPoint[] {
  const { impulses } = memory;
  const points: ContactPoint[] = [];
  const substeps = world.numSolverIterations;
  const dt = world.timestep;
  world.narrowPhase.contactPair(one, two, world.bodies, (manifold, flipped) => {
    const first = world.getCollider(flipped ? two : one);
    const origin = first.translation();
    const rotation = first.rotation();
    const away = manifold.normal();
    const normal = flipped ? scale(away, -1) : vector(away);
    const count = manifold.numContacts();
    impulses.begin(manifold);
    let total = 0;
    for (let i = 0; i < count; i++) total += impulses.normal(manifold, i);
    const friction = impulses.friction(count);
    for (let i = 0; i < count; i++) {
      const distance = manifold.contactDist(i);
      const impulse = impulses.normal(manifold, i);
      const local = manifold.localContactPoint1(i);
      // Points that may touch only in the next step have neither overlap nor impulse.
      if (!local || (distance > 0 && impulse <= 0)) continue;
      // Halfway between the two surfaces.
      const position = add(add(origin, rotate(rotation, local)), scale(away, distance / 2));
      // Friction belongs to the manifold; each point gets a share in proportion to its normal impulse. Rapier's
      // friction acts on the first shape.
      const share = total > 0 ? (impulse / total) * substeps * (flipped ? 1 : -1) : 0;
      const force = scale(add(scale(normal, impulse), scale(friction, share)), 1 / dt);
      points.push({ position, normal, depth: -distance, force });
    }
  });
  return points;
}

function vector(v: Vec3): Vec3 {
  return { x: v.x, y: v.y, z: v.z };
}
