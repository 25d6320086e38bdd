import { cos, sin } from "../../../base/math.ts";
import { BODY_RECORD, type BodyId } from "../../engine.ts";
import { stepWithoutJams } from "./jams.ts";
import { seeLimits, stopAtLimits } from "./limits.ts";
import type { ContactRows, MujocoModel } from "../model/model.ts";
import { FORCE, type MotorTable } from "../scene/motor-table.ts";
import { driveSpeeds } from "./motors.ts";
import type { NodePlace } from "../model/places.ts";
import { readRecord } from "../read.ts";
import { BeforeStep, isTame, runawayTrees, stopNodes } from "./runaways.ts";
import { limitSlip } from "./slip.ts";
import { bounce, dropForbidden, limitDepths } from "./surfaces.ts";
import type { MujocoWorld } from "../world.ts";

/** Bytes beyond which no more room is given to contacts and the solver. */
const MOST_ARENA = 1 << 30;

/**
 * One step of a world: forces and motors, MuJoCo's step, and where everything is afterwards. Bodies whose motion runs away are put
 * back, stopped and returned, and the others make the step without what drove them.
 */
export function stepWorld(world: MujocoWorld, dt: number): readonly BodyId[] {
  const model = world.current();
  model.setTimestep(dt);
  if (world.hasJointForces) pushJoints(model, world.scene.motors);
  before.keep(model.views);
  advance(world, model, dt);
  const lost = isTame(model) ? none : stepWithoutRunaways(world, model, dt);
  world.forces.clear(model);
  clearDamping(model);
  if (world.hasJointForces) model.views.qfrc_applied.fill(0);
  world.hasJointForces = false;
  model.locate();
  world.stepped();
  return lost;
}

const before = new BeforeStep();
const none: readonly BodyId[] = [];

function stepWithoutRunaways(world: MujocoWorld, model: MujocoModel, dt: number): readonly BodyId[] {
  const again = (places: readonly NodePlace[]): BodyId[] => {
    before.putBack(model.views);
    model.views.xfrc_applied.fill(0);
    return stopNodes(world, model, places);
  };
  const lost = again(runawayTrees(model));
  advance(world, model, dt);
  // What drives it is inside: nothing moves in this step.
  return isTame(model) ? lost : again(model.nodes);
}

function advance(world: MujocoWorld, model: MujocoModel, dt: number): void {
  const { mujoco, scene } = world;
  const { integrator } = scene;
  world.forces.apply(model);
  dampBodies(model, dt);
  const kicks = driveSpeeds(model, world.speedMotors, dt, integrator);
  if (integrator === "discrete") seeLimits(model, dt);
  findContacts(model);
  mujoco.mj_fwdVelocity(model.model, model.data);
  const kinematic = keepKinematic(model);
  if (integrator === "discrete") {
    stopAtLimits(model, dt);
    stepWithoutJams(model, editContacts(world, model, kicks, dt));
  } else {
    mujoco.mj_fwdActuation(model.model, model.data);
    mujoco.mj_fwdAcceleration(model.model, model.data);
    mujoco.mj_fwdConstraint(model.model, model.data);
    mujoco.mj_RungeKutta(model.model, model.data, 4);
  }
  moveKinematic(model, kinematic, dt);
}

/** Positions to contacts and constraints. What does not fit into the memory set aside for it, MuJoCo leaves out or throws. */
function findContacts(model: MujocoModel): void {
  for (;;) {
    const { data, mujoco } = model;
    const isLargest = 2 * data.narena > MOST_ARENA;
    try {
      mujoco.mj_fwdPosition(model.model, data);
      // The solver needs room too.
      if (3 * data.maxuse_arena <= data.narena || isLargest) return;
    } catch (error) {
      if (isLargest) throw error;
    }
    model.enlarge();
  }
}

/** Before they are solved. */
function editContacts(
  world: MujocoWorld,
  model: MujocoModel,
  kicks: Float64Array,
  dt: number,
): ContactRows | undefined {
  const rows = model.contactRows();
  if (rows === undefined) return undefined;
  const { x, y, z } = world.scene.gravity;
  const gravity = Math.sqrt(x * x + y * y + z * z);
  limitDepths(model, rows);
  limitSlip(model, rows, kicks, gravity, dt);
  if (world.restitutions.length > 0) bounce(model, rows, world.restitutions, dt);
  if (!model.text.hasExactFilters) dropForbidden(model, rows, (a, b) => world.mayTouch(a, b));
  return rows;
}

/** Bodies that lose their velocity by themselves: a share of it each second, taken implicitly. */
function dampBodies(model: MujocoModel, dt: number): void {
  if (model.damped.length === 0) return;
  const { views } = model;
  const { xfrc_applied: applied, xipos, ximat } = views;
  for (const index of model.damped) {
    const { owner, body } = model.whole[index]!;
    const { mass, moments } = owner.mass!;
    readRecord(model, views, index, record, 0);
    const linear = owner.linearDamping / (1 + owner.linearDamping * dt);
    const angular = owner.angularDamping / (1 + owner.angularDamping * dt);
    const m = ximat.subarray(9 * body, 9 * body + 9);
    const spin = [0, 1, 2].map((k) => m[k]! * record[10]! + m[3 + k]! * record[11]! + m[6 + k]! * record[12]!);
    const momentum = [moments.x * spin[0]!, moments.y * spin[1]!, moments.z * spin[2]!];
    for (let k = 0; k < 3; k++) {
      const [j, l] = [(k + 1) % 3, (k + 2) % 3];
      const arm = (i: number) => xipos[3 * body + i]! - record[i]!;
      const speed = record[7 + k]! + record[10 + j]! * arm(l) - record[10 + l]! * arm(j);
      applied[6 * body + k]! -= linear * mass * speed;
      applied[6 * body + 3 + k]! -=
        angular * (m[3 * k]! * momentum[0]! + m[3 * k + 1]! * momentum[1]! + m[3 * k + 2]! * momentum[2]!);
    }
  }
}

function clearDamping({ damped, whole, views }: MujocoModel): void {
  for (const index of damped) views.xfrc_applied.fill(0, 6 * whole[index]!.body, 6 * whole[index]!.body + 6);
}

const record = new Float64Array(BODY_RECORD);

/** Forces that wait on joints. */
function pushJoints({ joints, views }: MujocoModel, motors: MotorTable): void {
  for (const { joint, velocities } of joints) {
    for (let axis = 0; axis < motors.axes(joint.slot); axis++) {
      const at = motors.at(joint.slot, axis) + FORCE;
      views.qfrc_applied[velocities[axis]!] = motors.numbers[at]!;
      motors.numbers[at] = 0;
    }
  }
}

interface KinematicState {
  readonly place: NodePlace;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
}

function keepKinematic(model: MujocoModel): readonly KinematicState[] {
  if (model.kinematic.length === 0) return noneKinematic;
  const { kinematic, views } = model;
  return kinematic.map((place) => ({
    place,
    position: views.qpos.slice(place.position, place.position + 7),
    velocity: views.qvel.slice(place.velocity, place.velocity + 6),
  }));
}

const noneKinematic: readonly KinematicState[] = [];

/** They go on at their velocity, whatever has pushed them. */
function moveKinematic(model: MujocoModel, states: readonly KinematicState[], dt: number): void {
  if (states.length === 0) return;
  const { views } = model;
  for (const { place, position: p, velocity: v } of states) {
    for (let k = 0; k < 3; k++) p[k]! += v[k]! * dt;
    const [w, x, y, z] = [p[3]!, p[4]!, p[5]!, p[6]!];
    const speed = Math.sqrt(v[3]! * v[3]! + v[4]! * v[4]! + v[5]! * v[5]!);
    if (speed > 0) {
      // Their own axes turn with them: the velocity in them stays.
      const s = sin((speed * dt) / 2) / speed;
      const [a, b, c, d] = [cos((speed * dt) / 2), v[3]! * s, v[4]! * s, v[5]! * s];
      const turned = [
        w * a - x * b - y * c - z * d,
        w * b + x * a + y * d - z * c,
        w * c - x * d + y * a + z * b,
        w * d + x * c - y * b + z * a,
      ];
      const size = Math.sqrt(turned.reduce((sum, part) => sum + part * part, 0));
      for (let k = 0; k < 4; k++) p[3 + k] = turned[k]! / size;
    }
    views.qpos.set(p, place.position);
    views.qvel.set(v, place.velocity);
  }
}
