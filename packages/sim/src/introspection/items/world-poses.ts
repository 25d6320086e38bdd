import { compose, type Pose } from "../../base/pose.ts";
import { Inertial } from "../../components/physics.ts";
import { JointChildFrame, JointLinks } from "../../components/joint.ts";
import type { Entity } from "../../ecs/entities.ts";
import { worldPose } from "../../entities/find.ts";
import type { Property, WorldParts } from "./property.ts";

/** Where an entity is in the world. */
export const ownPose: Property = poseOf(({ world }, entity) => worldPose(world, entity));

/** Where a link's centre of mass is, with the axes of its inertia. */
export const inertialPose: Property = poseOf(({ world }, link) =>
  compose(worldPose(world, link), (world.get(link, Inertial) ?? Inertial.initial()).pose),
);

/** Where a joint is, seen from its child. */
export const jointPose: Property = poseOf(({ world }, joint) => {
  const child = world.get(joint, JointLinks)?.child ?? 0;
  if (!world.exists(child as Entity)) return undefined;
  return compose(worldPose(world, child as Entity), world.get(joint, JointChildFrame) ?? JointChildFrame.initial());
});

function poseOf(pose: (parts: WorldParts, entity: Entity) => Pose | undefined): Property {
  return {
    type: "pose3d",
    units: ["m", "m", "m", "", "", "", ""],
    note: "in the world's frame",
    open: (parts, entity) => ({
      read(_, out, at) {
        if (parts.world.exists(entity)) writePose(pose(parts, entity), out, at);
      },
    }),
  };
}

function writePose(pose: Pose | undefined, out: Float64Array, at: number): void {
  if (pose === undefined) return;
  out[at] = pose.x;
  out[at + 1] = pose.y;
  out[at + 2] = pose.z;
  out[at + 3] = pose.qx;
  out[at + 4] = pose.qy;
  out[at + 5] = pose.qz;
  out[at + 6] = pose.qw;
}
