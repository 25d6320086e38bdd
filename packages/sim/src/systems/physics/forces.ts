import { transformPoint } from "../../base/pose.ts";
import { JointForceCmd } from "../../components/joint.ts";
import { WorldWrenchCmd } from "../../components/motion.ts";
import { Inertial } from "../../components/physics.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { PhysicsEngine } from "../../physics/engine.ts";
import { worldPose } from "../../scene/find.ts";

/** The forces that others ask for in this step; they last for the step only. */
export function applyForces(world: World, engine: PhysicsEngine): void {
  pushJoints(world, engine);
  pushLinks(world, engine);
}

function pushJoints(world: World, engine: PhysicsEngine): void {
  const column = world.column(JointForceCmd);
  for (let row = 0; row < column.used; row++) {
    const joint = column.entities[row]!;
    if (joint === 0) continue;
    for (let axis = 0; axis < column.stride; axis++) {
      const at = row * column.stride + axis;
      if (column.data[at] === 0) continue;
      engine.addJointForce(joint, axis, column.data[at]!);
      column.data[at] = 0;
      column.stamp(row);
    }
  }
}

function pushLinks(world: World, engine: PhysicsEngine): void {
  const column = world.column(WorldWrenchCmd);
  for (let row = 0; row < column.used; row++) {
    const link = column.entities[row]! as Entity;
    if (link === 0) continue;
    const { fx, fy, fz, tx, ty, tz } = column.get(row);
    if (fx === 0 && fy === 0 && fz === 0 && tx === 0 && ty === 0 && tz === 0) continue;
    const centre = transformPoint(worldPose(world, link), (world.get(link, Inertial) ?? Inertial.initial()).pose);
    engine.addForce(link, { x: fx, y: fy, z: fz }, centre);
    engine.addTorque(link, { x: tx, y: ty, z: tz });
    column.set(row, WorldWrenchCmd.initial());
  }
}
