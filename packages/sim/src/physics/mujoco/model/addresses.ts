import type { JointType } from "../../engine.ts";
import type { MjModel } from "./module.ts";
import type { MujocoScene, SceneBody, SceneJoint } from "../scene/scene.ts";
import type { TreeNode } from "./tree.ts";
import { axisOrder, frameIn, type ModelText } from "./xml.ts";

/** Where a node's numbers are in MuJoCo's arrays. */
export interface NodeAddress {
  readonly node: TreeNode;
  readonly owner: SceneBody;
  /** The owner of these coordinates: the joint, or the free body. */
  readonly key: SceneJoint | SceneBody;
  /** The node that it is attached to; undefined for the world. */
  readonly above: TreeNode | undefined;
  /** MuJoCo's number for the body. */
  readonly body: number;
  /** MuJoCo's number for its first joint. */
  readonly joint: number;
  /** First position and velocity of its joint or joints, and how many; 0 of each if it is fixed. */
  readonly position: number;
  readonly velocity: number;
  readonly positions: number;
  readonly velocities: number;
}

/** A joint in MuJoCo's model; joints between bodies that are not dynamic are left out. */
export interface JointAddress {
  readonly joint: SceneJoint;
  readonly type: JointType;
  readonly address: NodeAddress;
  /** Per axis of the joint. */
  readonly positions: readonly number[];
  readonly velocities: readonly number[];
  /** Actuator of the first axis; those of the other axes follow it. */
  readonly actuator: number;
  /** Rotation of the joint's frame in the body attached to it: x y z w. */
  readonly frame: Float64Array;
}

export function nodeAddresses(model: MjModel, scene: MujocoScene, { nodes, statics }: ModelText): NodeAddress[] {
  const { jnt_qposadr: positions, jnt_dofadr: velocities } = model;
  const above = new Map<TreeNode, TreeNode>();
  for (const node of nodes) for (const child of node.children) above.set(child, node);
  let joint = 0;
  return nodes.map((node, i) => {
    const hung = node.joint === undefined ? undefined : scene.joint(node.joint);
    const owner = scene.body(node.body);
    const [jointCount, positionCount, velocityCount] = SIZES[hung?.desc.type ?? "free"];
    const address = {
      node,
      owner,
      key: hung ?? owner,
      above: above.get(node),
      body: statics + 1 + i,
      joint,
      position: positions[joint] ?? 0,
      velocity: velocities[joint] ?? 0,
      positions: positionCount,
      velocities: velocityCount,
    };
    joint += jointCount;
    return address;
  });
}

export function jointAddresses(scene: MujocoScene, nodes: readonly NodeAddress[]): JointAddress[] {
  let actuator = 0;
  return nodes.flatMap((address) => {
    if (address.node.joint === undefined) return [];
    const joint = scene.joint(address.node.joint);
    const { desc } = joint;
    const order = axisOrder(address.node, desc);
    const frame = frameIn(address.node, desc);
    const first = actuator;
    actuator += desc.axes.length;
    return [
      {
        joint,
        type: desc.type,
        address,
        positions: desc.axes.map((_, axis) => address.position + order.indexOf(axis)),
        velocities: desc.axes.map((_, axis) => address.velocity + order.indexOf(axis)),
        actuator: first,
        frame: Float64Array.of(frame.qx, frame.qy, frame.qz, frame.qw),
      },
    ];
  });
}

/** Number of MuJoCo's joints, positions and velocities of a node. */
const SIZES: Readonly<Record<JointType | "free", readonly [number, number, number]>> = {
  free: [1, 7, 6],
  revolute: [1, 1, 1],
  prismatic: [1, 1, 1],
  universal: [2, 2, 2],
  screw: [2, 2, 2],
  ball: [1, 4, 3],
  fixed: [0, 0, 0],
};
