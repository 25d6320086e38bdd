import { composeInto } from "../../base/pose.ts";
import { JointChildFrame, JointLinks } from "../../components/joint.ts";
import { Inertial } from "../../components/physics.ts";
import type { Entity } from "../../ecs/entities.ts";
import { worldPoseInto } from "../../entities/find.ts";
import { reading, type Property, type WorldParts, type Write } from "./property.ts";

/** The pose of an entity in the world. */
export const ownPose: Property = poseOf(({ world }, entity) => (out, at) => {
  if (world.exists(entity)) worldPoseInto(world, entity, out, at);
});

/** The pose of a link's inertial frame in the world: its centre of mass, and the axes of its inertia. */
export const inertialPose: Property = poseOf(({ world }, link) => (out, at) => {
  if (!world.exists(link)) return;
  const { pose } = world.get(link, Inertial) ?? DEFAULT_INERTIAL;
  worldPoseInto(world, link, out, at);
  frame[0] = pose.x;
  frame[1] = pose.y;
  frame[2] = pose.z;
  frame[3] = pose.qx;
  frame[4] = pose.qy;
  frame[5] = pose.qz;
  frame[6] = pose.qw;
  composeInto(out, at, out, at, frame, 0);
});

/** The pose of a joint in the world, as its child has it. */
export const jointPose: Property = poseOf(({ world }, joint) => (out, at) => {
  if (!world.exists(joint)) return;
  const links = world.column(JointLinks);
  const row = links.row(joint);
  const child = (row < 0 ? 0 : links.data[row * links.stride + links.component.fields.indexOf("child")]!) as Entity;
  if (!world.exists(child)) return;
  worldPoseInto(world, child, out, at);
  const frames = world.column(JointChildFrame);
  const own = frames.row(joint);
  if (own >= 0) composeInto(out, at, out, at, frames.data, own * frames.stride);
});

const DEFAULT_INERTIAL = Inertial.initial();
const frame = new Float64Array(7);

function poseOf(open: (parts: WorldParts, entity: Entity) => Write): Property {
  return {
    ...reading("pose3d", "", open, { note: "in the world's frame" }),
    units: ["m", "m", "m", "", "", "", ""],
  };
}
