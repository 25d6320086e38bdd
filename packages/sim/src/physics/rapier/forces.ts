import type * as rapier from "@dimforge/rapier3d-simd-compat";
import { rotate } from "../../base/quat.ts";
import { cross } from "../../base/vec3.ts";
import type { RapierBodies } from "./rapier-bodies.ts";
import type { RapierSlots } from "./slots.ts";
import { bytesOf } from "../typed-arrays.ts";

/**
 * Forces for the next step, by body slot. Kept outside Rapier, whose own forces stay until reset, so that a state saved
 * before the step contains them exactly. Torques are about the world's origin; they are converted at the step, to where
 * the body is then.
 */
export class RapierForces {
  /** Force and torque as above, then the force at the centre of mass, wherever that is at the step. */
  readonly #bySlot = new Map<number, Float64Array>();

  add(slot: number, fx: number, fy: number, fz: number, px: number, py: number, pz: number): void {
    const sum = this.#sum(slot);
    sum[0]! += fx;
    sum[1]! += fy;
    sum[2]! += fz;
    sum[3]! += py * fz - pz * fy;
    sum[4]! += pz * fx - px * fz;
    sum[5]! += px * fy - py * fx;
  }

  addAtCentre(slot: number, fx: number, fy: number, fz: number): void {
    const sum = this.#sum(slot);
    sum[6]! += fx;
    sum[7]! += fy;
    sum[8]! += fz;
  }

  addTorque(slot: number, x: number, y: number, z: number): void {
    const sum = this.#sum(slot);
    sum[3]! += x;
    sum[4]! += y;
    sum[5]! += z;
  }

  remove(slot: number): void {
    this.#bySlot.delete(slot);
  }

  /** Passes the forces to Rapier for one step, by slot, because the order in which bodies wake affects later bits. */
  apply(world: rapier.World, bodies: RapierBodies): void {
    if (this.#bySlot.size === 0) return;
    for (const slot of this.#slots()) {
      const [fx, fy, fz, tx, ty, tz, cx, cy, cz] = this.#bySlot.get(slot) as Float64Array & Nine;
      const body = world.getRigidBody(bodies.slots.handle(slot));
      const centre = body.worldCom();
      body.wakeUp();
      body.addForce({ x: fx + cx, y: fy + cy, z: fz + cz }, false);
      const torque = {
        x: tx - (centre.y * fz - centre.z * fy),
        y: ty - (centre.z * fx - centre.x * fz),
        z: tz - (centre.x * fy - centre.y * fx),
      };
      body.addTorque(torque, false);
      // In Rapier, a welded body has a different centre of mass.
      const [, x, y, z] = bodies.mass(slot)!;
      const [, ax, ay, az] = bodies.applied(slot);
      if (x === ax && y === ay && z === az) continue;
      const arm = rotate(body.rotation(), { x: x! - ax!, y: y! - ay!, z: z! - az! });
      body.addTorque(cross(arm, { x: cx, y: cy, z: cz }), false);
    }
  }

  /** Removes the forces from Rapier and forgets them. Must be called after the step. */
  clear(world: rapier.World, bodies: RapierSlots): void {
    if (this.#bySlot.size === 0) return;
    for (const slot of this.#bySlot.keys()) {
      const body = world.getRigidBody(bodies.handle(slot));
      body.resetForces(false);
      body.resetTorques(false);
    }
    this.#bySlot.clear();
  }

  /** Returns slot and nine numbers for each body, sorted by slot. */
  section(): Uint8Array {
    const numbers = new Float64Array(this.#bySlot.size * RECORD);
    this.#slots().forEach((slot, i) => {
      numbers[i * RECORD] = slot;
      numbers.set(this.#bySlot.get(slot)!, i * RECORD + 1);
    });
    return bytesOf(numbers, numbers.length);
  }

  static from(section: Uint8Array): RapierForces {
    const forces = new RapierForces();
    if (section.length % (8 * RECORD) !== 0) throw new Error("the state's list of forces is damaged");
    const numbers = new Float64Array(section.slice().buffer);
    for (let at = 0; at < numbers.length; at += RECORD) {
      forces.#bySlot.set(numbers[at]!, numbers.slice(at + 1, at + RECORD));
    }
    return forces;
  }

  #slots(): number[] {
    return [...this.#bySlot.keys()].sort((a, b) => a - b);
  }

  #sum(slot: number): Float64Array {
    let sum = this.#bySlot.get(slot);
    if (!sum) {
      sum = new Float64Array(RECORD - 1);
      this.#bySlot.set(slot, sum);
    }
    return sum;
  }
}

const RECORD = 10;
type Nine = [number, number, number, number, number, number, number, number, number];
