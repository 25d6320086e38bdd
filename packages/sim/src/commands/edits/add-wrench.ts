import { rotationOf } from "../../base/pose.ts";
import { rotate } from "../../base/quat.ts";
import { add, cross } from "../../base/vec3.ts";
import { WorldWrenchCmd, type Push } from "../../components/motion.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { worldPose } from "../../entities/find.ts";

/** Adds a force at a point of a link, and a torque, to the forces of the next step. */
export function addWrench(world: World, link: Entity, { force, torque, offset }: Omit<Push, "leftNs">): void {
  const arm = rotate(rotationOf(worldPose(world, link)), offset);
  const turn = add(torque, cross(arm, force));
  const { fx, fy, fz, tx, ty, tz } = world.get(link, WorldWrenchCmd) ?? WorldWrenchCmd.initial();
  world.set(link, WorldWrenchCmd, {
    fx: fx + force.x,
    fy: fy + force.y,
    fz: fz + force.z,
    tx: tx + turn.x,
    ty: ty + turn.y,
    tz: tz + turn.z,
  });
}
