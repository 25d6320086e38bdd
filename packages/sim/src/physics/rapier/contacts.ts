import type { ContactPoint } from "../../base/contact-point.ts";
import { rotate } from "../../base/quat.ts";
import { add, scale, type Vec3 } from "../../base/vec3.ts";
import type { Contact, ShapeId } from "../engine.ts";
import { mayTouch } from "./groups.ts";
import type { RapierScene } from "./scene.ts";
import { slotOf } from "./slots.ts";

/** Returns all pairs that touch, sorted by shape. */
export function rapierContacts(scene: RapierScene): Contact[] {
  const shapes = scene.shapes.slots;
  const contacts: Contact[] = [];
  for (let slot = 0; slot < shapes.extent; slot++) {
    if (shapes.used[slot] === 0) continue;
    const first = shapes.ids[slot]!;
    collect(scene, slot, contacts, (other) => other >= first);
  }
  return contacts.sort(byShapes);
}

/** Returns the pairs with one shape that touch, sorted by shape. */
export function rapierContactsOf(scene: RapierScene, id: ShapeId): Contact[] {
  const shapes = scene.shapes.slots;
  const contacts: Contact[] = [];
  if (shapes.has(id)) collect(scene, shapes.slot(id), contacts, () => true);
  return contacts.sort(byShapes);
}

function byShapes(a: Contact, b: Contact): number {
  return a.shape1 - b.shape1 || a.shape2 - b.shape2;
}

/** Adds the pairs of the shape in a slot with the shapes that are wanted. */
function collect(scene: RapierScene, slot: number, contacts: Contact[], isWanted: (id: ShapeId) => boolean): void {
  const { world } = scene;
  const shapes = scene.shapes.slots;
  const handle = shapes.handle(slot);
  const id = shapes.ids[slot]!;
  world.narrowPhase.contactPairsWith(handle, (other) => {
    const otherId = shapes.ids[slotOf(other)]!;
    if (!isWanted(otherId)) return;
    if (!mayTouch(world.getCollider(handle).solverGroups(), world.getCollider(other).solverGroups())) return;
    // The points of a pair do not depend on which of the two was asked for.
    const isFirst = id < otherId;
    const points = isFirst ? contactPoints(scene, handle, other) : contactPoints(scene, other, handle);
    if (points.length === 0) return;
    contacts.push(isFirst ? { shape1: id, shape2: otherId, points } : { shape1: otherId, shape2: id, points });
  });
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
    impulses.begin(manifold);
    const { count } = impulses;
    let total = 0;
    for (let i = 0; i < count; i++) total += impulses.normal(i);
    const friction = impulses.friction();
    for (let i = 0; i < count; i++) {
      const distance = impulses.distance(i);
      const impulse = impulses.normal(i);
      // Points that may touch only in the next step have neither overlap nor impulse.
      if (distance > 0 && impulse <= 0) continue;
      // Halfway between the two surfaces.
      const position = add(add(origin, rotate(rotation, impulses.place(i))), scale(away, distance / 2));
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
