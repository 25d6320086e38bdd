import type { BodyId } from "../../engine.ts";
import { clearDamping, dampBodies } from "./damping.ts";
import { stepWithoutJams } from "./jams.ts";
import { keepKinematic, moveKinematic } from "./kinematic.ts";
import { seeLimits, stopAtLimits } from "./limits.ts";
import type { ContactRows, MujocoModel } from "../model/model.ts";
import { FORCE, type MotorTable } from "../scene/motor-table.ts";
import { driveSpeeds } from "./motors.ts";
import type { NodeAddress } from "../model/addresses.ts";
import { BeforeStep } from "./before-step.ts";
import { isTame, runawayTrees, stopNodes } from "./runaways.ts";
import { limitSlip } from "./slip.ts";
import { bounce, dropForbidden, limitDepths } from "./surfaces.ts";
import type { MujocoWorld } from "../world.ts";

/** Largest size in bytes of the memory for contacts and the solver. */
const MAX_ARENA = 1 << 30;

/**
 * Makes one step of a world: forces and motors, MuJoCo's step, and the resulting poses. Bodies whose motion diverges
 * are put back, stopped and returned; the others repeat the step without the forces on those.
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
  const again = (places: readonly NodeAddress[]): BodyId[] => {
    before.putBack(model.views);
    model.views.xfrc_applied.fill(0);
    return stopNodes(world, model, places);
  };
  const lost = again(runawayTrees(model));
  advance(world, model, dt);
  // If the cause is still there, nothing moves in this step.
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
  keepKinematic(model);
  if (integrator === "discrete") {
    stopAtLimits(model, dt);
    stepWithoutJams(model, editContacts(world, model, kicks, dt));
  } else {
    mujoco.mj_fwdActuation(model.model, model.data);
    mujoco.mj_fwdAcceleration(model.model, model.data);
    mujoco.mj_fwdConstraint(model.model, model.data);
    mujoco.mj_RungeKutta(model.model, model.data, 4);
  }
  moveKinematic(model, dt);
}

/**
 * Computes contacts and constraints from positions. If they do not fit into the reserved memory, MuJoCo drops some or
 * throws.
 */
function findContacts(model: MujocoModel): void {
  for (;;) {
    const { data, mujoco } = model;
    const isLargest = 2 * data.narena > MAX_ARENA;
    try {
      mujoco.mj_fwdPosition(model.model, data);
      // The solver needs memory too.
      if (3 * data.maxuse_arena <= data.narena || isLargest) return;
    } catch (error) {
      if (isLargest) throw error;
    }
    model.enlarge();
  }
}

/** Adjusts contacts before they are solved. */
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

/** Applies the joint forces for this step. */
function pushJoints({ joints, views }: MujocoModel, motors: MotorTable): void {
  for (const { joint, velocities } of joints) {
    for (let axis = 0; axis < motors.axes(joint.slot); axis++) {
      const at = motors.at(joint.slot, axis) + FORCE;
      views.qfrc_applied[velocities[axis]!] = motors.numbers[at]!;
      motors.numbers[at] = 0;
    }
  }
}
