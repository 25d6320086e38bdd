import { JointAxes, JointServo, JointVelocityCmd } from "../../components/joint.ts";
import type { NumericComponent } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { PhysicsEngine } from "../../physics/engine.ts";

/** Sets the motors whose commands were written since `seen`; they stay until written again, or until the component goes. */
export function syncMotors(world: World, engine: PhysicsEngine, seen: number): void {
  if (world.column(JointVelocityCmd).lastWrite > seen) {
    release(world, engine, JointVelocityCmd, seen);
    driveToSpeed(world, engine, seen);
  }
  if (world.column(JointServo).lastWrite > seen) {
    release(world, engine, JointServo, seen);
    driveToPosition(world, engine, seen);
  }
}

function driveToSpeed(world: World, engine: PhysicsEngine, seen: number): void {
  const column = world.column(JointVelocityCmd);
  for (let row = 0; row < column.used; row++) {
    const joint = column.entities[row]! as Entity;
    if (joint === 0 || column.versions[row]! <= seen || !engine.hasJoint(joint)) continue;
    const axes = world.get(joint, JointAxes) ?? [];
    for (let axis = 0; axis < axes.length; axis++) {
      engine.setVelocityMotor(joint, axis, column.data[row * column.stride + axis]!, axes[axis]!.effort);
    }
  }
}

function driveToPosition(world: World, engine: PhysicsEngine, seen: number): void {
  const { data, stride, used, entities, versions } = world.column(JointServo);
  for (let row = 0; row < used; row++) {
    const joint = entities[row]!;
    if (joint === 0 || versions[row]! <= seen || !engine.hasJoint(joint)) continue;
    const at = row * stride;
    engine.setPositionMotor(joint, 0, data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!);
  }
}

function release(world: World, engine: PhysicsEngine, command: NumericComponent<unknown>, seen: number): void {
  for (const { entity, component } of world.removalsSince(seen) ?? []) {
    if (component !== command || world.has(entity, command) || !engine.hasJoint(entity)) continue;
    const axes = world.get(entity, JointAxes) ?? [];
    for (let axis = 0; axis < axes.length; axis++) engine.clearMotor(entity, axis);
  }
}
