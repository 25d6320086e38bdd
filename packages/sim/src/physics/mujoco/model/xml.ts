import { compose, identityPose, inverse, rotationOf, type Pose } from "../../../base/pose.ts";
import { rotate } from "../../../base/quat.ts";
import { TURN } from "../../../base/rotation.ts";
import { scale, type Vec3 } from "../../../base/vec3.ts";
import type { AxisDesc, BodyId, JointDesc, JointId, ShapeId } from "../../engine.ts";
import { leastMass } from "../../../solids/least-mass.ts";
import { mujocoFilters, type MujocoFilters } from "./filters.ts";
import type { PrincipalMass } from "../scene/mass.ts";
import type { MujocoScene } from "../scene/scene.ts";
import { HARDEST, MUJOCO_SETTINGS, type MujocoIntegrator } from "./settings.ts";
import { mujocoShape, poseAttributes } from "./shapes.ts";
import { bodyTree, checkDepth, inTreeOrder, type TreeNode } from "./tree.ts";

/** A model as text, and what MuJoCo's numbers refer to, which follows from the order of the elements. */
export interface ModelText {
  readonly xml: string;
  /** In the order of MuJoCo's bodies. Before the first come the world and `statics` bodies that never move. */
  readonly nodes: readonly TreeNode[];
  readonly statics: number;
  /** Indexed by geom. */
  readonly shapes: readonly ShapeId[];
  /** By body, moments of inertia that MuJoCo refuses in a text because no solid has them. */
  readonly oddMoments: ReadonlyMap<number, Vec3>;
  /** False if each contact must be checked, because MuJoCo's filters cannot express Orrery's. */
  readonly hasExactFilters: boolean;
}

/** Mass of a kinematic body: so large that whatever touches it has no influence. */
const KINEMATIC_MASS: PrincipalMass = {
  mass: 1e9,
  centre: { x: 0, y: 0, z: 0 },
  moments: { x: 1e9, y: 1e9, z: 1e9 },
  rotation: { x: 0, y: 0, z: 0, w: 1 },
};
/** Stands for no limit, in rad or m, and for an unlimited force. */
const FAR = 1e9;
export const UNLIMITED = 1e30;

/**
 * Returns the text of a scene's model. It does not contain the poses of dynamic and kinematic bodies, so equal bodies
 * always give the same model.
 */
export function modelText(scene: MujocoScene): ModelText {
  return new ModelWriter(scene).write();
}

/** Writes a model. Numbers geoms and bodies as MuJoCo will: in the order in which they are written. */
class ModelWriter {
  readonly #scene: MujocoScene;
  readonly #filters: MujocoFilters;
  readonly #assets: string[] = [];
  readonly #shapes: ShapeId[] = [];
  readonly #oddMoments = new Map<number, Vec3>();
  /** Number of bodies written so far. */
  #index = 0;

  constructor(scene: MujocoScene) {
    this.#scene = scene;
    this.#filters = mujocoFilters(scene);
  }

  write(): ModelText {
    const scene = this.#scene;
    const links = scene.sortedJoints().map(({ id, desc }) => ({ id, parent: desc.parent, child: desc.child }));
    const roots = bodyTree(scene.sortedBodies(), links);
    checkDepth(roots);
    const nodes = inTreeOrder(roots);
    const statics = this.#staticText();
    const count = this.#index;
    const moving = this.#movingText(roots, nodes);
    const { option, flags, contact, weld } = MUJOCO_SETTINGS[scene.integrator];
    const excludes = this.#filters.excluded.map(([a, b]) => `<exclude body1="b${a}" body2="b${b}"/>`).join("");
    const xml = [
      "<mujoco>",
      '<compiler angle="radian" autolimits="false" inertiafromgeom="false" alignfree="false"/>',
      `<size memory="${arenaBytes(nodes.length, this.#shapes.length)}"/>`,
      `<option ${option}><flag ${flags}/></option>`,
      `<default><geom condim="3" solref="${contact}" solimp="0.95 ${HARDEST} 0.0005"/></default>`,
      `<asset>${this.#assets.join("")}</asset>`,
      `<worldbody>${statics}${moving}</worldbody>`,
      `<contact>${excludes}</contact>`,
      `<equality>${weldText(nodes, weld)}${couplingText(scene, nodes)}</equality>`,
      `<actuator>${nodes.map((node) => actuatorText(scene, node)).join("")}</actuator>`,
      "</mujoco>",
    ].join("\n");
    const hasExactFilters = this.#filters.isExact;
    return { xml, nodes, statics: count, shapes: this.#shapes, oddMoments: this.#oddMoments, hasExactFilters };
  }

  /**
   * Writes static bodies. Those that must not touch something become bodies, because MuJoCo excludes pairs of bodies.
   * All others become part of the world, which is faster.
   */
  #staticText(): string {
    const scene = this.#scene;
    const excluded = new Set(this.#filters.excluded.flat());
    const statics = scene.sortedBodies().filter(({ kind }) => kind === "static");
    const ofWorld = statics
      .filter(({ id }) => !excluded.has(id))
      .flatMap(({ shapes }) => [...shapes])
      .sort((a, b) => a - b)
      .map((id) => this.#geomText(id, scene.body(scene.shape(id).body).pose, true));
    const apart = statics.filter(({ id }) => excluded.has(id));
    this.#index += apart.length;
    const bodies = apart.map(
      ({ id, pose, shapes }) => `<body name="b${id}">${this.#geomsText(shapes, pose, true)}</body>`,
    );
    return [...ofWorld, ...bodies].join("");
  }

  #movingText(roots: readonly TreeNode[], nodes: readonly TreeNode[]): string {
    const parts = new Map<BodyId, number>();
    for (const { body } of nodes) parts.set(body, (parts.get(body) ?? 0) + 1);
    return roots.map((root) => this.#bodyText(root, undefined, parts)).join("");
  }

  /** Writes a body. `parts` is the number of nodes that represent each body and share its mass. */
  #bodyText(node: TreeNode, above: TreeNode | undefined, parts: ReadonlyMap<BodyId, number>): string {
    this.#index++;
    const scene = this.#scene;
    const body = scene.body(node.body);
    const joint = node.joint === undefined ? undefined : scene.joint(node.joint).desc;
    const isKinematic = body.kind === "kinematic";
    const mass = isKinematic ? KINEMATIC_MASS : leastMass(shareOf(body.mass!, parts.get(node.body)!));
    if (isOdd(mass.moments)) this.#oddMoments.set(this.#index, mass.moments);
    const pose = joint === undefined ? identityPose : poseAtZero(scene, node, joint, above);
    const name = node.isCopy ? `b${node.body}_${node.joint}` : `b${node.body}`;
    const weightless = isKinematic || !body.gravity ? ' gravcomp="1"' : "";
    const own = [
      joint === undefined ? "<freejoint/>" : jointText(node, joint, scene.integrator),
      inertialText(mass),
      node.isCopy ? "" : this.#geomsText(body.shapes, identityPose, false),
    ].join("");
    const below = node.children.map((child) => this.#bodyText(child, node, parts)).join("");
    return `<body name="${name}" ${poseAttributes(pose)}${weightless}>${own}${below}</body>`;
  }

  #geomsText(ids: Iterable<ShapeId>, frame: Pose, isStatic: boolean): string {
    return [...ids]
      .sort((a, b) => a - b)
      .map((id) => this.#geomText(id, frame, isStatic))
      .join("");
  }

  #geomText(id: ShapeId, frame: Pose, isStatic: boolean): string {
    const shape = this.#scene.shape(id);
    const { assets, geoms } = mujocoShape(id, shape.geometry, isStatic);
    this.#assets.push(...assets);
    const { type, affinity } = this.#filters.bits.get(id)!;
    return geoms
      .map(({ attributes, pose }) => {
        this.#shapes.push(id);
        const place = poseAttributes(compose(frame, compose(shape.pose, pose)));
        return `<geom ${attributes} ${place} contype="${type}" conaffinity="${affinity}"/>`;
      })
      .join("");
  }
}

/** Welds the parts of each body that closes a loop of joints. */
function weldText(nodes: readonly TreeNode[], solref: string): string {
  return nodes
    .filter(({ isCopy }) => isCopy)
    .map(({ body, joint }) => {
      const ends = `body1="b${body}" body2="b${body}_${joint}"`;
      return `<weld ${ends} anchor="0 0 0" relpose="0 0 0 1 0 0 0" solref="${solref}" solimp="0.99 0.999 0.0001"/>`;
    })
    .join("");
}

/** Estimates the memory needed. It is doubled if it turns out to be too small. */
function arenaBytes(bodies: number, geoms: number): number {
  return 0x100000 + 0x4000 * bodies + 64 * geoms;
}

/** Returns the pose, in its parent, of a body whose joint is at zero. */
export function poseAtZero(scene: MujocoScene, node: TreeNode, joint: JointDesc, above: TreeNode | undefined): Pose {
  const [outer, inner] = node.reversed ? [joint.childFrame, joint.parentFrame] : [joint.parentFrame, joint.childFrame];
  const pose = compose(outer, inverse(inner));
  if (above !== undefined) return pose;
  // Below the world, where the other end may be a static body.
  const other = node.reversed ? joint.child : joint.parent;
  return other === undefined ? pose : compose(scene.body(other).pose, pose);
}

/** Returns the joint's frame in the body attached to it. */
export function frameIn(node: TreeNode, joint: JointDesc): Pose {
  return node.reversed ? joint.parentFrame : joint.childFrame;
}

/**
 * Returns the direction of an axis in the body attached to the joint, such that angle or distance is positive from
 * parent to child.
 */
export function axisIn(node: TreeNode, joint: JointDesc, axis: AxisDesc): Vec3 {
  return scale(rotate(rotationOf(frameIn(node, joint)), axis.axis), node.reversed ? -1 : 1);
}

/** Returns the indexes of a joint's axes in the order in which MuJoCo applies them, starting at the body above. */
export function axisOrder(node: TreeNode, joint: JointDesc): number[] {
  const order = joint.axes.map((_, i) => i);
  return node.reversed ? order.reverse() : order;
}

function jointText(node: TreeNode, joint: JointDesc, integrator: MujocoIntegrator): string {
  const { x, y, z } = frameIn(node, joint);
  const anchor = `pos="${x} ${y} ${z}"`;
  if (joint.type === "ball") return `<joint type="ball" ${anchor}/>`;
  const type = joint.type === "prismatic" ? "slide" : "hinge";
  const { limit, friction } = MUJOCO_SETTINGS[integrator];
  const slide = joint.type === "screw" ? slideText(node, joint, anchor) : "";
  const turns = axisOrder(node, joint)
    .map((index) => {
      const axis = joint.axes[index]!;
      const direction = axisIn(node, joint, axis);
      const attributes = [
        `name="j${joint.id}_${index}" type="${type}" ${anchor} axis="${direction.x} ${direction.y} ${direction.z}"`,
      ];
      const isBounded = axis.velocity < Infinity && integrator === "discrete";
      if (axis.lower > -FAR || axis.upper < FAR || isBounded) attributes.push(limitText(axis, limit));
      if (axis.damping > 0) attributes.push(`damping="${axis.damping}"`);
      if (axis.friction > 0) {
        attributes.push(
          `frictionloss="${axis.friction}" solreffriction="${friction}" solimpfriction="0.9999 0.9999 0.001"`,
        );
      }
      if (axis.springStiffness > 0) {
        attributes.push(`stiffness="${axis.springStiffness}" springref="${axis.springReference}"`);
      }
      return `<joint ${attributes.join(" ")}/>`;
    })
    .join("");
  return turns + slide;
}

/** Writes the slide of a screw, which is coupled to its angle. */
function slideText(node: TreeNode, joint: JointDesc, anchor: string): string {
  const { x, y, z } = axisIn(node, joint, joint.axes[0]!);
  return `<joint name="s${joint.id}" type="slide" ${anchor} axis="${x} ${y} ${z}"/>`;
}

/** Returns the lead of a screw, m/rad. */
export function leadOf({ pitch = 0 }: JointDesc): number {
  return pitch / TURN;
}

function limitText({ lower, upper }: AxisDesc, solref: string): string {
  // MuJoCo requires a range above zero.
  const gap = lower === upper ? 1e-9 : 0;
  const range = `${Math.max(lower, -FAR) - gap} ${Math.min(upper, FAR) + gap}`;
  return `limited="true" range="${range}" solreflimit="${solref}" solimplimit="0.999 0.999 0.0001"`;
}

/** Writes one actuator per axis, to serve as its motor. */
function actuatorText(scene: MujocoScene, { joint }: TreeNode): string {
  if (joint === undefined) return "";
  return scene
    .joint(joint)
    .desc.axes.map(
      (_, i) =>
        `<general joint="j${joint}_${i}" gaintype="fixed" gainprm="0" biastype="affine" biasprm="0 0 0" ` +
        `forcelimited="true" forcerange="${-UNLIMITED} ${UNLIMITED}"/>`,
    )
    .join("");
}

/** Writes the constraints that couple axes. MuJoCo solves them with everything else, so both sides feel them. */
function couplingText(scene: MujocoScene, nodes: readonly TreeNode[]): string {
  // As stiff as MuJoCo allows: a load that would accelerate by 10 m/s² displaces an axis by less than a micrometre.
  const coupling = `solref="${MUJOCO_SETTINGS[scene.integrator].weld}" solimp="0.9999 0.9999 0.001"`;
  const screws = nodes
    .map(({ joint }) => (joint === undefined ? undefined : scene.joint(joint).desc))
    .filter((desc) => desc?.type === "screw")
    .map((desc) => {
      const ends = `joint1="s${desc!.id}" joint2="j${desc!.id}_0"`;
      return `<joint ${ends} polycoef="0 ${leadOf(desc!)} 0 0 0" ${coupling}/>`;
    })
    .join("");
  const mimics = scene.mimics();
  if (mimics.length === 0) return screws;
  const hung = new Set(nodes.map(({ joint }) => joint));
  const has = (joint: JointId, axis: number): boolean =>
    hung.has(joint) && axis < (scene.joints.get(joint)?.desc.axes.length ?? 0);
  const laws = mimics
    .filter(({ joint, axis, law }) => has(joint, axis) && has(law.joint, law.axis))
    .map(({ joint, axis, law }) => {
      const ends = `joint1="j${joint}_${axis}" joint2="j${law.joint}_${law.axis}"`;
      return `<joint ${ends} polycoef="${law.offset} ${law.multiplier} 0 0 0" ${coupling}/>`;
    })
    .join("");
  return screws + laws;
}

function inertialText({ mass, centre, moments, rotation }: PrincipalMass): string {
  const { x, y, z, w } = rotation;
  const mean = (moments.x + moments.y + moments.z) / 3;
  const real = `${moments.x} ${moments.y} ${moments.z}`;
  const written = isOdd(moments) ? `${mean} ${mean} ${mean}` : real;
  // The comment makes models with different moments have different texts.
  const remark = isOdd(moments) ? `<!--${real}-->` : "";
  return (
    `<inertial pos="${centre.x} ${centre.y} ${centre.z}" quat="${w} ${x} ${y} ${z}" ` +
    `mass="${mass}" diaginertia="${written}"/>${remark}`
  );
}

function isOdd({ x, y, z }: Vec3): boolean {
  return x + y < z || y + z < x || z + x < y;
}

function shareOf(mass: PrincipalMass, parts: number): PrincipalMass {
  return parts === 1 ? mass : { ...mass, mass: mass.mass / parts, moments: scale(mass.moments, 1 / parts) };
}
