import type * as rapier from "@dimforge/rapier3d-simd-compat";
import { multiply, normalizeQuat, rotate } from "../../base/quat.ts";
import { add, cross, type Vec3 } from "../../base/vec3.ts";
import type { BodyId, BodyKind, MassProperties } from "../engine.ts";
import { leastMass } from "../../solids/least-mass.ts";
import { principalInertia } from "../../base/principal-inertia.ts";
import { RapierGroups } from "./groups.ts";
import { RapierSlots } from "./slots.ts";
import { grown } from "../../base/grown.ts";
import { bytesOf } from "../typed-arrays.ts";
import { checkBound } from "../../base/value-bounds.ts";

/** A slot that was never assigned, such as the world's, counts as static. */
const BODY_KINDS: readonly BodyKind[] = ["static", "dynamic", "kinematic"];

/** Mass, centre of mass, principal moments, their rotation. */
const MASS_NUMBERS = 11;

/**
 * Ids, kinds, masses and groups of bodies. In Rapier only dynamic bodies have their mass; the others turn about their
 * origin.
 */
export class RapierBodies {
  readonly slots: RapierSlots;
  #kinds = new Uint8Array(16);
  #mass = new Float32Array(16 * MASS_NUMBERS);
  /** As set in Rapier: different for welded bodies, zeros for bodies that are not dynamic. */
  #applied = new Float32Array(16 * MASS_NUMBERS);
  readonly #groups = new RapierGroups();
  #groupOf = new Uint32Array(16);
  #codeOf = new Uint16Array(16);

  constructor(slots = new RapierSlots("body")) {
    this.slots = slots;
  }

  /** Returns the code for shapes of a body in this group. The caller must then call `add` or `leaveGroup`. */
  joinGroup(group: number): number {
    return this.#groups.join(group);
  }

  leaveGroup(group: number): void {
    this.#groups.leave(group);
  }

  add(id: BodyId, handle: number, kind: BodyKind, mass: Float32Array | undefined, group: number, code: number): number {
    const slot = this.slots.add(id, handle);
    this.#reach(slot);
    this.#kinds[slot] = BODY_KINDS.indexOf(kind);
    if (mass) this.#mass.set(mass, slot * MASS_NUMBERS);
    this.#groupOf[slot] = group;
    this.#codeOf[slot] = code;
    return slot;
  }

  remove(slot: number): void {
    this.slots.remove(slot);
    this.#groups.leave(this.#groupOf[slot]!);
    this.#groupOf[slot] = this.#codeOf[slot] = 0;
    this.#kinds[slot] = 0;
    for (const table of [this.#mass, this.#applied]) table.fill(0, slot * MASS_NUMBERS, (slot + 1) * MASS_NUMBERS);
  }

  groupCode(slot: number): number {
    return this.#codeOf[slot] ?? 0;
  }

  kind(slot: number): BodyKind {
    return BODY_KINDS[this.#kinds[slot]!]!;
  }

  setKind(slot: number, kind: BodyKind): void {
    this.#kinds[slot] = BODY_KINDS.indexOf(kind);
  }

  /** Returns undefined if the body never had a mass. */
  mass(slot: number): Float32Array | undefined {
    const mass = this.#mass.subarray(slot * MASS_NUMBERS, (slot + 1) * MASS_NUMBERS);
    return mass[0]! > 0 ? mass : undefined;
  }

  setMass(slot: number, mass: Float32Array): void {
    this.#mass.set(mass, slot * MASS_NUMBERS);
  }

  /** Sets a body's mass, or none, in Rapier; see `giveMass`. */
  apply(slot: number, body: rapier.RigidBody, mass: Float32Array | undefined): void {
    giveMass(body, mass);
    const at = slot * MASS_NUMBERS;
    if (mass) this.#applied.set(mass, at);
    else this.#applied.fill(0, at, at + MASS_NUMBERS);
  }

  /** Returns whether Rapier has the mass that the body was given. */
  hasOwnMass(slot: number): boolean {
    const end = (slot + 1) * MASS_NUMBERS;
    for (let at = slot * MASS_NUMBERS; at < end; at++) if (this.#mass[at] !== this.#applied[at]) return false;
    return true;
  }

  /** Returns the mass as set in Rapier. */
  applied(slot: number): Float32Array {
    return this.#applied.subarray(slot * MASS_NUMBERS, (slot + 1) * MASS_NUMBERS);
  }

  sections(): Uint8Array[] {
    const { extent } = this.slots;
    return [
      ...this.slots.sections(),
      bytesOf(this.#kinds, extent),
      bytesOf(this.#mass, extent * MASS_NUMBERS),
      bytesOf(this.#applied, extent * MASS_NUMBERS),
      bytesOf(this.#groupOf, extent),
      bytesOf(this.#codeOf, extent),
    ];
  }

  static from(sections: readonly Uint8Array[]): RapierBodies {
    const bodies = new RapierBodies(RapierSlots.from("body", sections.slice(0, 3)));
    const [kinds, mass, applied, groups, codes] = sections.slice(3);
    const { extent } = bodies.slots;
    if (
      kinds?.length !== extent ||
      mass?.length !== 4 * extent * MASS_NUMBERS ||
      applied?.length !== mass.length ||
      groups?.length !== 4 * extent ||
      codes?.length !== 2 * extent
    ) {
      throw new Error("the state's table of bodies is damaged");
    }
    bodies.#reach(extent);
    bodies.#kinds.set(kinds);
    new Uint8Array(bodies.#mass.buffer).set(mass);
    new Uint8Array(bodies.#applied.buffer).set(applied);
    new Uint8Array(bodies.#groupOf.buffer).set(groups);
    new Uint8Array(bodies.#codeOf.buffer).set(codes);
    for (let slot = 0; slot < extent; slot++) {
      if (bodies.#groupOf[slot] !== 0) bodies.#groups.enter(bodies.#groupOf[slot]!, bodies.#codeOf[slot]!);
    }
    return bodies;
  }

  #reach(slot: number): void {
    if (slot < this.#kinds.length) return;
    const size = Math.max(slot + 1, this.#kinds.length * 2);
    this.#kinds = grown(this.#kinds, new Uint8Array(size));
    this.#mass = grown(this.#mass, new Float32Array(size * MASS_NUMBERS));
    this.#applied = grown(this.#applied, new Float32Array(size * MASS_NUMBERS));
    this.#groupOf = grown(this.#groupOf, new Uint32Array(size));
    this.#codeOf = grown(this.#codeOf, new Uint16Array(size));
  }
}

/** Converts a mass to Rapier's form: principal moments and their rotation. Throws if it is invalid. */
export function rapierMass(id: BodyId, mass: MassProperties): Float32Array {
  if (!(mass.mass > 0) || !Number.isFinite(mass.mass))
    throw new Error(`body ${id}: its mass must be above zero, not ${mass.mass} kg`);
  checkBound("body", id, "mass", "mass", mass.mass);
  const { moments, rotation } = principalInertia(mass.inertia);
  if (!(moments.x > 0 && moments.y > 0 && moments.z > 0)) {
    throw new Error(
      `body ${id}: its moments of inertia must be above zero, not ${moments.x} ${moments.y} ${moments.z} kg·m²`,
    );
  }
  const { x, y, z, qx, qy, qz, qw } = mass.pose;
  const turn = normalizeQuat(multiply({ x: qx, y: qy, z: qz, w: qw }, rotation));
  const { mass: m, moments: i } = leastMass({ mass: mass.mass, moments });
  const numbers = Float32Array.of(m, x, y, z, i.x, i.y, i.z, turn.x, turn.y, turn.z, turn.w);
  if (!numbers.every(Number.isFinite)) throw new Error(`body ${id}: its mass or inertia is beyond Rapier's numbers`);
  return numbers;
}

/**
 * Sets a body's mass; without one it weighs nothing and its centre of mass is its origin. Keeps the origin's velocity.
 */
function giveMass(body: rapier.RigidBody, mass: Float32Array | undefined): void {
  const velocity = originVelocity(body);
  const [m, x, y, z, a, b, c, qx, qy, qz, qw] = mass ?? [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
  body.setAdditionalMassProperties(
    m!,
    { x: x!, y: y!, z: z! },
    { x: a!, y: b!, z: c! },
    { x: qx!, y: qy!, z: qz!, w: qw! },
    false,
  );
  // Makes it take effect at once instead of at the next step.
  body.recomputeMassPropertiesFromColliders();
  setOriginVelocity(body, velocity, body.angvel());
}

function originVelocity(body: rapier.RigidBody): Vec3 {
  const centre = rotate(body.rotation(), body.localCom());
  return add(body.linvel(), cross(centre, body.angvel()));
}

/** Sets the origin's velocity; Rapier's own velocity is that of the centre of mass. */
export function setOriginVelocity(body: rapier.RigidBody, linear: Vec3, angular: Vec3): void {
  const centre = rotate(body.rotation(), body.localCom());
  body.setLinvel(add(linear, cross(angular, centre)), false);
  body.setAngvel(angular, false);
  // With only the flags of the calls above, the body would keep its half second of rest and fall asleep again.
  body.wakeUp();
}
