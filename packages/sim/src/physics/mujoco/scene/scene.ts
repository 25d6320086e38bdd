import { rotationOf, type Pose } from "../../../base/pose.ts";
import { normalizeQuat } from "../../../base/quat.ts";
import { cross, length, normalize, zero, type Vec3 } from "../../../base/vec3.ts";
import type {
  AxisDesc,
  BodyDesc,
  BodyId,
  BodyKind,
  CollisionFilter,
  JointDesc,
  JointId,
  MimicLaw,
  ShapeDesc,
  ShapeId,
  Surface,
} from "../../engine.ts";
import { checkMotion, checkPose } from "../../check-pose.ts";
import { IdSlots } from "../../id-slots.ts";
import { AXIS_COUNT } from "../../joint-axes.ts";
import { principalMass, spareMass, type PrincipalMass } from "./mass.ts";
import { MotorTable } from "./motor-table.ts";
import type { MujocoIntegrator } from "../model/settings.ts";
import { shapeFault } from "../../shape-fault.ts";
import type { ShapeGeometry } from "../../shape-geometry.ts";

export interface SceneBody {
  readonly id: BodyId;
  readonly slot: number;
  kind: BodyKind;
  /** Pose of a static body; the poses of others are in MuJoCo's state. */
  pose: Pose;
  mass: PrincipalMass | undefined;
  gravity: boolean;
  linearDamping: number;
  angularDamping: number;
  readonly group: number;
  readonly shapes: Set<ShapeId>;
}

export interface SceneShape {
  readonly id: ShapeId;
  readonly body: BodyId;
  geometry: ShapeGeometry;
  readonly pose: Pose;
  surface: Surface;
  filter: CollisionFilter;
}

export interface SceneJoint {
  readonly id: JointId;
  readonly slot: number;
  readonly desc: JointDesc;
}

/** An axis that follows another. */
export interface SceneMimic {
  readonly joint: JointId;
  readonly axis: number;
  readonly law: MimicLaw;
}

/** Everything from which MuJoCo's model is made, without poses and velocities. */
export class MujocoScene {
  readonly bodySlots = new IdSlots("body");
  readonly jointSlots = new IdSlots("joint");
  readonly bodies = new Map<BodyId, SceneBody>();
  readonly shapes = new Map<ShapeId, SceneShape>();
  readonly joints = new Map<JointId, SceneJoint>();
  /** Indexed by the joints' slots. */
  readonly motors = new MotorTable();
  /** Per axis, for the few joints that follow others. */
  readonly #mimics = new Map<JointId, (MimicLaw | undefined)[]>();
  readonly integrator: MujocoIntegrator;
  gravity: Vec3 = zero;

  constructor(integrator: MujocoIntegrator) {
    this.integrator = integrator;
  }

  body(id: BodyId): SceneBody {
    const body = this.bodies.get(id);
    if (body === undefined) throw new Error(`no body ${id}`);
    return body;
  }

  bodyAt(slot: number): SceneBody {
    for (const body of this.bodies.values()) if (body.slot === slot) return body;
    throw new Error(`no body in slot ${slot}`);
  }

  shape(id: ShapeId): SceneShape {
    const shape = this.shapes.get(id);
    if (shape === undefined) throw new Error(`no shape ${id}`);
    return shape;
  }

  joint(id: JointId): SceneJoint {
    const joint = this.joints.get(id);
    if (joint === undefined) throw new Error(`no joint ${id}`);
    return joint;
  }

  /** Throws with the reason, without side effects, if the description is invalid. */
  addBody(desc: BodyDesc): SceneBody {
    this.bodySlots.checkFree(desc.id);
    checkMotion(desc);
    const isDynamic = desc.kind === "dynamic";
    if (isDynamic && !desc.mass) throw new Error(`body ${desc.id}: a dynamic body needs a mass`);
    const mass = isDynamic ? principalMass(desc.id, desc.mass!) : spareMass(desc);
    const ids = new Set<ShapeId>();
    for (const shape of desc.shapes) {
      if (ids.has(shape.id)) throw new Error(`shape ${shape.id} is given twice`);
      this.#checkShape(shape, desc.kind);
      ids.add(shape.id);
    }
    const body: SceneBody = {
      id: desc.id,
      slot: this.bodySlots.next,
      kind: desc.kind,
      pose: unitPose(desc.pose),
      mass,
      gravity: desc.gravity !== false,
      linearDamping: desc.linearDamping ?? 0,
      angularDamping: desc.angularDamping ?? 0,
      group: desc.group ?? 0,
      shapes: new Set(),
    };
    this.putBody(body);
    for (const shape of desc.shapes) this.putShape(sceneShape(desc.id, shape));
    return body;
  }

  /** Adds a body as described, checking only its id and slot. */
  putBody(body: SceneBody): void {
    this.bodySlots.put(body.id, body.slot);
    this.bodies.set(body.id, body);
  }

  putShape(shape: SceneShape): void {
    this.body(shape.body).shapes.add(shape.id);
    this.shapes.set(shape.id, shape);
  }

  putJoint(desc: JointDesc, slot: number): SceneJoint {
    if (desc.parent !== undefined) this.body(desc.parent);
    this.body(desc.child);
    this.jointSlots.put(desc.id, slot);
    this.motors.add(slot, desc.axes.length);
    const joint = { id: desc.id, slot, desc };
    this.joints.set(desc.id, joint);
    return joint;
  }

  /** Removes the body with its shapes and joints. */
  removeBody(id: BodyId): void {
    const body = this.body(id);
    for (const { id: joint, desc } of this.joints.values()) {
      if (desc.parent === id || desc.child === id) this.removeJoint(joint);
    }
    for (const shape of body.shapes) this.shapes.delete(shape);
    this.bodies.delete(id);
    this.bodySlots.remove(id);
  }

  addShape(id: BodyId, desc: ShapeDesc): void {
    const body = this.body(id);
    this.#checkShape(desc, body.kind);
    this.putShape(sceneShape(id, desc));
  }

  removeShape(id: ShapeId): void {
    this.body(this.shape(id).body).shapes.delete(id);
    this.shapes.delete(id);
  }

  addJoint(desc: JointDesc): SceneJoint {
    const { id, type, parent, child, axes } = desc;
    this.jointSlots.checkFree(id);
    checkPose(`joint ${id}`, desc.parentFrame);
    checkPose(`joint ${id}`, desc.childFrame);
    if (parent !== undefined) this.body(parent);
    this.body(child);
    if (parent === child) throw new Error(`joint ${id}: its parent and child are both body ${child}`);
    if (axes.length !== AXIS_COUNT[type]) throw new Error(`joint ${id}: a ${type} joint has ${AXIS_COUNT[type]} axes`);
    for (const axis of axes) checkAxis(id, axis);
    if (axes.length === 2 && length(cross(normalize(axes[0]!.axis), normalize(axes[1]!.axis))) < 0.01) {
      throw new Error(`joint ${id}: its two axes are in line`);
    }
    if (type === "screw" && !Number.isFinite(desc.pitch ?? 0)) throw new Error(`joint ${id}: its pitch is not finite`);
    const units = {
      parentFrame: unitPose(desc.parentFrame),
      childFrame: unitPose(desc.childFrame),
      axes: axes.map((axis) => ({ ...axis, axis: normalize(axis.axis) })),
    };
    return this.putJoint({ ...desc, ...units }, this.jointSlots.next);
  }

  removeJoint(id: JointId): void {
    this.motors.remove(this.joint(id).slot);
    this.joints.delete(id);
    this.#mimics.delete(id);
    this.jointSlots.remove(id);
  }

  sortedBodies(): SceneBody[] {
    return [...this.bodies.values()].sort((a, b) => a.id - b.id);
  }

  sortedShapes(): SceneShape[] {
    return [...this.shapes.values()].sort((a, b) => a.id - b.id);
  }

  sortedJoints(): SceneJoint[] {
    return [...this.joints.values()].sort((a, b) => a.id - b.id);
  }

  mimic(joint: JointId, axis: number): MimicLaw | undefined {
    return this.#mimics.get(joint)?.[axis];
  }

  setMimic(joint: JointId, axis: number, law: MimicLaw | undefined): void {
    const laws = this.#mimics.get(joint) ?? [];
    laws[axis] = law;
    this.#mimics.set(joint, laws);
  }

  /** Returns all mimic laws in the order of joint ids. */
  mimics(): SceneMimic[] {
    return [...this.#mimics]
      .sort(([a], [b]) => a - b)
      .flatMap(([joint, laws]) => laws.flatMap((law, axis) => (law === undefined ? [] : [{ joint, axis, law }])));
  }

  #checkShape({ id, geometry, filter, pose }: ShapeDesc, kind: BodyKind): void {
    if (!Number.isInteger(id) || id < 0 || id > 0xffffffff) throw new Error(`shape ${id}: ids are integers below 2³²`);
    if (this.shapes.has(id)) throw new Error(`shape ${id} exists already`);
    checkPose(`shape ${id}`, pose);
    checkFilter(id, filter);
    checkGeometry(id, geometry, kind);
  }
}

export function checkGeometry(id: ShapeId, geometry: ShapeGeometry, kind: BodyKind): void {
  const fault = shapeFault(geometry);
  if (fault !== undefined) throw new Error(`shape ${id}: ${fault}`);
  if (geometry.type === "heightmap" && kind !== "static") {
    throw new Error(`shape ${id}: a heightmap cannot move in MuJoCo`);
  }
}

export function checkFilter(id: ShapeId, { category, mask }: CollisionFilter): void {
  for (const bits of [category, mask]) {
    if (!Number.isInteger(bits) || bits < 0 || bits > 0xffff) {
      throw new Error(`shape ${id}: a collision filter has 16 bits, not ${bits}`);
    }
  }
}

export function unitPose(p: Pose): Pose {
  const { x, y, z, w } = normalizeQuat(rotationOf(p));
  return { x: p.x, y: p.y, z: p.z, qx: x, qy: y, qz: z, qw: w };
}

function sceneShape(body: BodyId, { id, geometry, pose, surface, filter }: ShapeDesc): SceneShape {
  return { id, body, geometry, pose: unitPose(pose), surface, filter };
}

function checkAxis(id: JointId, { axis, lower, upper }: AxisDesc): void {
  const { x, y, z } = normalize(axis);
  if (!(x * x + y * y + z * z > 0.5)) throw new Error(`joint ${id}: an axis has no direction`);
  if (!(lower <= upper)) throw new Error(`joint ${id}: its lower limit ${lower} lies above the upper one ${upper}`);
}
