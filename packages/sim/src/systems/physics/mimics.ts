import { IsJoint } from "../../components/identity.ts";
import { JointAxes, JointLinks, JointType } from "../../components/joint.ts";
import { JointSettings } from "../../components/saving.ts";
import type { Component, NumericComponent } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { MimicLaw, PhysicsEngine } from "../../physics/engine.ts";
import { findJoint, scopedName } from "../../entities/find.ts";
import type { MimicScene } from "../../scene/joint.ts";
import type { EntityGuard } from "./entity-guard.ts";
import { gearUp } from "./gearboxes.ts";
import { axesOf, jointsOf } from "./describe-joint.ts";

/** Per joint and axis, the law by which the axis follows a different one. */
export type Laws = Map<Entity, (MimicLaw | undefined)[]>;

/** Components that determine which axis follows which. */
const deciding: readonly Component[] = [IsJoint, JointType, JointAxes, JointLinks, JointSettings];

/** Tells the engine which axes follow which, after joints were added, removed or changed since `seen`. */
export function syncMimics(world: World, engine: PhysicsEngine, seen: number, guard: EntityGuard): void {
  if (!deciding.some((component) => world.store(component).lastWrite > seen)) return;
  const joints = jointsOf(world);
  const miss: Miss = (joint, why) => guard.logOnce("warn", `joint ${scopedName(world, joint)}: ${why}`);
  const { laws, geared } = lawsOf(world, joints, miss);
  // First clears the laws that no longer apply: two joints that change places are not a loop.
  for (const clears of [true, false]) {
    for (const joint of joints) {
      if (!engine.hasJoint(joint)) continue;
      const wanted = laws.get(joint);
      axesOf(world, joint).forEach((_, axis) => {
        const law = wanted?.[axis];
        if ((law === undefined) === clears) guard(joint, () => engine.setMimic(joint, axis, law));
      });
    }
  }
  if (engine.name !== "rapier") return;
  if (laws.size > geared.length) {
    guard.logOnce(
      "info",
      "joints that follow others by <mimic> move after them; in Rapier the leader feels nothing of it",
    );
  }
  for (const joint of geared) {
    const what = "in Rapier one side of it turns the other, but not the other way round";
    guard.logOnce("warn", `joint ${scopedName(world, joint)}: ${what} (<physics type="mujoco"> does both)`);
  }
}

/** Called for a joint that cannot follow, or a gearbox that cannot work, with the reason. */
export type Miss = (joint: Entity, why: string) => void;

/** Reports the faulty laws of a world that has no engine. */
export function reportFaultyLaws(world: World, miss: Miss): void {
  const { laws } = lawsOf(world, jointsOf(world), miss);
  for (const [joint, ofAxes] of laws) {
    ofAxes.forEach((law, axis) => {
      if (law !== undefined && isCircle(joint, axis, law, laws)) miss(joint, "it would follow itself");
    });
  }
}

function isCircle(joint: Entity, axis: number, law: MimicLaw, laws: Laws): boolean {
  const seen = new Set<MimicLaw>();
  for (let at: MimicLaw | undefined = law; at !== undefined && !seen.has(at);) {
    if (at.joint === joint && at.axis === axis) return true;
    seen.add(at);
    at = laws.get(at.joint as Entity)?.[at.axis];
  }
  return false;
}

/**
 * Passes resets of leading joints on to those that follow them and are not reset themselves; otherwise these would pull
 * their leaders back.
 */
export function spreadResets(world: World, command: Reset, now: Reset, isPosition: boolean): void {
  const joints = jointsOf(world);
  const { laws } = lawsOf(world, joints, () => {});
  let spread = laws.size > 0;
  // Repeated once per level of leaders that follow others.
  while (spread) {
    spread = false;
    for (const [joint, ofAxes] of laws) {
      const isLed = ofAxes.some((law) => law !== undefined && world.has(law.joint as Entity, command));
      if (!isLed || world.has(joint, command)) continue;
      const values = { ...(world.get(joint, now) ?? now.initial()) };
      ofAxes.forEach((law, axis) => {
        const lead = law && world.get(law.joint as Entity, command);
        if (lead === undefined) return;
        values[AXIS_NAMES[axis]!] = law!.multiplier * lead[AXIS_NAMES[law!.axis]!] + (isPosition ? law!.offset : 0);
      });
      world.set(joint, command, values);
      spread = true;
    }
  }
}

type Reset = NumericComponent<{ readonly axis1: number; readonly axis2: number; readonly axis3: number }>;
const AXIS_NAMES = ["axis1", "axis2"] as const;

/**
 * Returns the laws of all joints, and which joints are working gearboxes. Reports laws that cannot be followed to
 * `miss`.
 */
function lawsOf(
  world: World,
  joints: readonly Entity[],
  miss: Miss,
): { readonly laws: Laws; readonly geared: readonly Entity[] } {
  const laws: Laws = new Map();
  for (const joint of joints) {
    const axes = axesOf(world, joint);
    if (!axes.some(({ mimic }) => mimic !== undefined)) continue;
    laws.set(
      joint,
      axes.map(({ mimic }) => mimic && lawOf(world, joint, mimic, miss)),
    );
  }
  const geared = joints.filter((joint) => gearUp(world, joint, joints, laws, miss));
  return { laws, geared };
}

function lawOf(world: World, joint: Entity, mimic: MimicScene, miss: Miss): MimicLaw | undefined {
  const { multiplier, offset, reference } = mimic;
  const axis = mimic.axis === "axis2" ? 1 : 0;
  const leader = findJoint(world, world.parentOf(joint), mimic.joint);
  if (leader === undefined || axis >= axesOf(world, leader).length) {
    const what = leader === undefined ? "which is not there" : `which has no ${mimic.axis}`;
    miss(joint, `it cannot follow joint ${mimic.joint}, ${what}`);
    return undefined;
  }
  return { joint: leader, axis, multiplier, offset: offset - multiplier * reference };
}
