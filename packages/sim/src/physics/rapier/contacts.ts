import type * as rapier from "@dimforge/rapier3d-simd-compat";
import { rotate } from "../../base/quat.ts";
import { add, scale, type Vec3 } from "../../base/vec3.ts";
import type { Contact, ContactPoint } from "../engine.ts";
import { mayTouch } from "./groups.ts";
import { addressOf } from "./wasm/memory.ts";
import { slotOf, type RapierSlots } from "./slots.ts";

/** All pairs that touch, sorted by shape. */
export function rapierContacts(world: rapier.World, shapes: RapierSlots, impulses: ContactImpulses): Contact[] {
  const contacts: Contact[] = [];
  for (let slot = 0; slot < shapes.extent; slot++) {
    if (shapes.used[slot] === 0) continue;
    const handle = shapes.handle(slot);
    const shape1 = shapes.ids[slot]!;
    world.narrowPhase.contactPairsWith(handle, (other) => {
      const shape2 = shapes.ids[slotOf(other)]!;
      if (shape2 < shape1) return;
      if (!mayTouch(world.getCollider(handle).solverGroups(), world.getCollider(other).solverGroups())) return;
      const points = contactPoints(world, handle, other, impulses);
      if (points.length > 0) contacts.push({ shape1, shape2, points });
    });
  }
  return contacts.sort((a, b) => a.shape1 - b.shape1 || a.shape2 - b.shape2);
}

function contactPoints(world: rapier.World, one: number, two: number, impulses: ContactImpulses): ContactPoint[] {
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
      // Points that only might touch within the next step have neither overlap nor impulse.
      if (!local || (distance > 0 && impulse <= 0)) continue;
      // Half-way between the two surfaces.
      const position = add(add(origin, rotate(rotation, local)), scale(away, distance / 2));
      // Friction belongs to the manifold; a point has its share by the pressure on it. Rapier's is on the first shape.
      const share = total > 0 ? (impulse / total) * substeps * (flipped ? 1 : -1) : 0;
      const force = scale(add(scale(normal, impulse), scale(friction, share)), 1 / dt);
      points.push({ position, normal, depth: -distance, force });
    }
  });
  return points;
}

// Of rapier3d-simd-compat 0.20.0, in bytes; checked by `checkMemory` at every start.
const MANIFOLD = 4;
const POINTS = 84;
const POINT_COUNT = 88;
const POINT_SIZE = 100;
const IMPULSE = 16;
const LAST_IMPULSE = 20;
const LAST_FRICTION = 28;
const DISTANCE = 88;

/**
 * Reads the impulses of a manifold. The package's calls give only the normal ones, with the impulse that the step started from among
 * them; wasm memory also holds those of the last substep, so these are exact at rest and for a first impact, with friction.
 */
export class ContactImpulses {
  readonly #memory: WebAssembly.Memory;
  #floats = new Float32Array(0);
  #points = 0;
  #count = 0;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  /** Call before reading a manifold. */
  begin(manifold: rapier.TempContactManifold): void {
    const words = new Uint32Array(this.#memory.buffer);
    this.#floats = new Float32Array(this.#memory.buffer);
    const at = words[(addressOf(manifold.raw) + MANIFOLD) >> 2]!;
    this.#points = words[(at + POINTS) >> 2]!;
    this.#count = words[(at + POINT_COUNT) >> 2]!;
  }

  /** Returns whether memory holds what the package's calls give. */
  agreesWith(manifold: rapier.TempContactManifold): boolean {
    const count = manifold.numContacts();
    let same = this.#count === count;
    for (let i = 0; i < count; i++) {
      same &&= this.#at(i, IMPULSE) === manifold.contactImpulse(i) && this.#at(i, DISTANCE) === manifold.contactDist(i);
    }
    return same;
  }

  /** N·s over the last step. */
  normal(manifold: rapier.TempContactManifold, i: number): number {
    return manifold.contactImpulse(i) - this.#at(i, LAST_IMPULSE);
  }

  /** N·s of the last substep on the first shape. */
  friction(count: number): Vec3 {
    // Every point holds that of the whole manifold.
    let sum: Vec3 = { x: 0, y: 0, z: 0 };
    for (let i = 0; i < count; i++) {
      sum = add(sum, {
        x: this.#at(i, LAST_FRICTION),
        y: this.#at(i, LAST_FRICTION + 4),
        z: this.#at(i, LAST_FRICTION + 8),
      });
    }
    return scale(sum, 1 / Math.max(1, count));
  }

  #at(point: number, offset: number): number {
    return this.#floats[(this.#points + point * POINT_SIZE + offset) >> 2]!;
  }
}

function vector(v: Vec3): Vec3 {
  return { x: v.x, y: v.y, z: v.z };
}
