import { IsJoint } from "../../components/identity.ts";
import { JointServo, JointVelocityCmd } from "../../components/joint.ts";
import type { NumericComponent } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { PhysicsEngine } from "../../physics/engine.ts";
import type { EntityGuard } from "./entity-guard.ts";
import { axesOf } from "./describe-joint.ts";

/**
 * Sets the motors whose commands were written since `seen`; a motor keeps its command until it is written again or
 * removed. `all` sets every motor, after joints were recreated.
 */
export function syncMotors(world: World, engine: PhysicsEngine, seen: number, all: boolean, guard: EntityGuard): void {
  const speeds = world.column(JointVelocityCmd).lastWrite;
  const servos = world.column(JointServo).lastWrite;
  if (speeds > seen) release(world, engine, JointVelocityCmd, seen);
  if (servos > seen) release(world, engine, JointServo, seen);
  const since = all ? 0 : seen;
  if (speeds > since) driveToSpeed(world, engine, since, guard);
  if (servos > since) driveToPosition(world, engine, since, guard);
}

function driveToSpeed(world: World, engine: PhysicsEngine, seen: number, guard: EntityGuard): void {
  const column = world.column(JointVelocityCmd);
  const { data, stride, versions } = column;
  const commanded = world.query(JointVelocityCmd);
  for (let i = 0; i < commanded.count; i++) {
    const joint = commanded.entities[i]! as Entity;
    const row = column.row(joint);
    if (versions[row]! <= seen || !engine.hasJoint(joint)) continue;
    const axes = axesOf(world, joint);
    try {
      for (let axis = 0; axis < axes.length; axis++) {
        const { velocity, effort } = axes[axis]!;
        const speed = Math.max(-velocity, Math.min(velocity, data[row * stride + axis]!));
        engine.setVelocityMotor(joint, axis, speed, effort);
      }
    } catch (error) {
      guard.report(joint, error);
    }
  }
}

function driveToPosition(world: World, engine: PhysicsEngine, seen: number, guard: EntityGuard): void {
  const { data, stride, versions } = world.column(JointServo);
  const { entities, runs } = world.query(JointServo);
  // Joints that the engine has refused are skipped. Checking each joint would cost as much as its command.
  const complete = engine.jointCount === world.query(IsJoint).count;
  let i = 0;
  for (let r = 0; r < runs.length; r += 2) {
    for (let row = runs[r + 1]!, end = row + runs[r]!; row < end; row++) {
      const joint = entities[i++]! as Entity;
      if (versions[row]! <= seen || !(complete || engine.hasJoint(joint))) continue;
      const at = row * stride;
      try {
        engine.setPositionMotor(joint, 0, data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!);
      } catch (error) {
        guard.report(joint, error);
      }
    }
  }
}

function release(world: World, engine: PhysicsEngine, command: NumericComponent<unknown>, seen: number): void {
  // A new engine has no motors to clear, and a restored run may lack the removal log.
  if (seen === 0) return;
  const removals = world.removalsSince(seen);
  if (removals?.length === 0) return;
  const joints =
    removals === undefined
      ? engine.jointIds()
      : removals.filter(({ component }) => component === command).map(({ entity }) => entity);
  for (const joint of joints as Entity[]) {
    if (world.has(joint, JointVelocityCmd) || world.has(joint, JointServo) || !engine.hasJoint(joint)) continue;
    const axes = axesOf(world, joint);
    for (let axis = 0; axis < axes.length; axis++) engine.clearMotor(joint, axis);
  }
}
