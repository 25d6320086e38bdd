import { compose, identityPose, inverse, rotationOf, transformPoint, type Pose } from "../../../base/pose.ts";
import { conjugate, multiply, normalizeQuat, rotate } from "../../../base/quat.ts";
import { add, scale, subtract, zero, type Vec3 } from "../../../base/vec3.ts";
import type { MassProperties } from "../../engine.ts";
import { principalInertia } from "../../../base/principal-inertia.ts";
import { CHILD, CHILD_FRAME, JOINT_NUMBERS, JOINT_TYPES, PARENT, PARENT_FRAME, TYPE } from "./joint-table.ts";
import type { RapierScene } from "../scene.ts";

/** Factor for the mass of a body that is welded to something immovable. */
const HELD = 1e6;

/**
 * Redistributes the masses of welded bodies. Rapier solves a weld like any other joint, one after another: a motor on a
 * light arm with a heavy load welded to it feels only the arm, and finds the load only after many passes. Welded bodies
 * move as one, so only their total mass matters. It is distributed such that all have the same centre of mass and
 * proportional inertias, and bodies with other joints have most of it. Bodies welded to the world get a very large
 * mass, so that joints feel the world through them.
 *
 * Called right before a step. Bodies whose mass is already right are left alone.
 */
export function shareMasses(scene: RapierScene): void {
  if (!scene.weldsChanged) return;
  scene.weldsChanged = false;
  const { bodies } = scene;
  const { slots } = bodies;
  const welds = weldsOf(scene);
  const seen = new Set<number>();
  for (let slot = 1; slot < slots.extent; slot++) {
    if (slots.used[slot] === 0 || bodies.kind(slot) !== "dynamic" || seen.has(slot)) continue;
    // The usual case: nearly all bodies of most worlds, after every edit and restore.
    if (!welds.bySlot.has(slot) && bodies.hasOwnMass(slot)) continue;
    const group = groupOf(scene, welds, slot);
    for (const { slot: member } of group.members) seen.add(member);
    const isOne = group.members.length === 1 && !group.isHeld;
    const shares = isOne || !canShare(scene, group) ? undefined : sharesOf(scene, group, welds);
    group.members.forEach((member, i) => {
      const mass = shares?.[i] ?? bodies.mass(member.slot)!;
      const applied = bodies.applied(member.slot);
      if (mass.every((number, k) => number === applied[k])) return;
      bodies.apply(member.slot, scene.world.getRigidBody(slots.handle(member.slot)), mass);
    });
  }
}

interface Weld {
  readonly to: number;
  /** Pose of the other body relative to this one. */
  readonly pose: Pose;
}

interface Welds {
  readonly bySlot: ReadonlyMap<number, readonly Weld[]>;
  /** Bodies that have joints of other types. */
  readonly jointed: ReadonlySet<number>;
}

interface Group {
  /** Poses relative to the first member. */
  readonly members: { readonly slot: number; readonly pose: Pose }[];
  isHeld: boolean;
}

function weldsOf({ joints }: RapierScene): Welds {
  const { numbers, slots } = joints;
  const bySlot = new Map<number, Weld[]>();
  const jointed = new Set<number>();
  const add = (from: number, to: number, pose: Pose): void => {
    const welds = bySlot.get(from);
    if (welds) welds.push({ to, pose });
    else bySlot.set(from, [{ to, pose }]);
  };
  for (let slot = 0; slot < slots.extent; slot++) {
    if (slots.used[slot] === 0) continue;
    const at = slot * JOINT_NUMBERS;
    const parent = numbers[at + PARENT]!;
    const child = numbers[at + CHILD]!;
    if (JOINT_TYPES[numbers[at + TYPE]!] === "fixed") {
      const pose = compose(frameAt(numbers, at + PARENT_FRAME), inverse(frameAt(numbers, at + CHILD_FRAME)));
      add(parent, child, pose);
      add(child, parent, inverse(pose));
    } else {
      jointed.add(parent).add(child);
    }
  }
  return { bySlot, jointed };
}

/** Returns all dynamic bodies that are welded together, the nearest first. */
function groupOf({ bodies }: RapierScene, { bySlot }: Welds, first: number): Group {
  const group: Group = { members: [{ slot: first, pose: identityPose }], isHeld: false };
  const seen = new Set([first]);
  for (const { slot, pose } of group.members) {
    for (const weld of bySlot.get(slot) ?? []) {
      if (bodies.kind(weld.to) !== "dynamic") group.isHeld = true;
      else if (!seen.has(weld.to)) {
        seen.add(weld.to);
        group.members.push({ slot: weld.to, pose: compose(pose, weld.pose) });
      }
    }
  }
  return group;
}

/** Returns whether masses can be redistributed: not if gravity or damping differ, which act on each body separately. */
function canShare({ world, bodies }: RapierScene, { members, isHeld }: Group): boolean {
  if (isHeld) return true;
  const [first, ...others] = members.map(({ slot }) => world.getRigidBody(bodies.slots.handle(slot)));
  return others.every(
    (other) =>
      other.gravityScale() === first!.gravityScale() &&
      other.linearDamping() === first!.linearDamping() &&
      other.angularDamping() === first!.angularDamping(),
  );
}

/** Returns the mass of each member in Rapier's form. */
function sharesOf({ bodies }: RapierScene, group: Group, { jointed }: Welds): Float32Array[] {
  const { members, isHeld } = group;
  const whole = wholeMass(members.map(({ slot, pose }) => ({ pose, own: bodies.mass(slot)! })));
  const weights = members.map(({ slot }) => bodies.mass(slot)![0]! / whole.mass + (jointed.has(slot) ? 1 : 0));
  const sum = weights.reduce((a, b) => a + b, 0);
  const { moments, rotation } = principalInertia(whole.inertia);
  return members.map(({ pose }, i) => {
    const share = (weights[i]! / sum) * (isHeld ? HELD : 1);
    const { x, y, z } = transformPoint(inverse(pose), whole.centre);
    const turn = normalizeQuat(multiply(conjugate(rotationOf(pose)), rotation));
    const sizes = [moments.x * share, moments.y * share, moments.z * share];
    return Float32Array.of(whole.mass * share, x, y, z, ...sizes, turn.x, turn.y, turn.z, turn.w);
  });
}

interface Placed {
  readonly pose: Pose;
  /** In the form of `RapierBodies`. */
  readonly own: Float32Array;
}

interface Whole {
  readonly mass: number;
  readonly centre: Vec3;
  /** About the common centre of mass. */
  readonly inertia: MassProperties["inertia"];
}

function wholeMass(parts: readonly Placed[]): Whole {
  let mass = 0;
  let centre = zero;
  for (const { pose, own } of parts) {
    mass += own[0]!;
    centre = add(centre, scale(transformPoint(pose, { x: own[1]!, y: own[2]!, z: own[3]! }), own[0]!));
  }
  centre = scale(centre, 1 / mass);
  const inertia = { ixx: 0, iyy: 0, izz: 0, ixy: 0, ixz: 0, iyz: 0 };
  /** Adds the inertia of a mass at `v`, or shared between `v` and −`v`: m (v² − v vᵀ). */
  const put = (m: number, { x, y, z }: Vec3): void => {
    inertia.ixx += m * (y * y + z * z);
    inertia.iyy += m * (x * x + z * z);
    inertia.izz += m * (x * x + y * y);
    inertia.ixy -= m * x * y;
    inertia.ixz -= m * x * z;
    inertia.iyz -= m * y * z;
  };
  for (const { pose, own } of parts) {
    put(own[0]!, subtract(transformPoint(pose, { x: own[1]!, y: own[2]!, z: own[3]! }), centre));
    const [a, b, c] = [own[4]!, own[5]!, own[6]!];
    const turn = multiply(rotationOf(pose), { x: own[7]!, y: own[8]!, z: own[9]!, w: own[10]! });
    // A body with these moments is equivalent to three rods along its axes.
    put((b + c - a) / 2, rotate(turn, { x: 1, y: 0, z: 0 }));
    put((a + c - b) / 2, rotate(turn, { x: 0, y: 1, z: 0 }));
    put((a + b - c) / 2, rotate(turn, { x: 0, y: 0, z: 1 }));
  }
  return { mass, centre, inertia };
}

function frameAt(numbers: Float64Array, at: number): Pose {
  const [x, y, z, qx, qy, qz, qw] = numbers.subarray(at, at + 7) as Float64Array & Seven;
  return { x, y, z, qx, qy, qz, qw };
}

type Seven = [number, number, number, number, number, number, number];
