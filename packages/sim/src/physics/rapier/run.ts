import { BODY_RECORD } from "../engine.ts";
import { mayTouch } from "./groups.ts";
import {
  AXES,
  AXIS_NUMBERS,
  FIRST_AXIS,
  JOINT_NUMBERS,
  JOINT_TYPES,
  LOWER,
  MODE,
  MOTOR_OFF,
  RECORD,
  TYPE,
  UPPER,
} from "./joints/joint-table.ts";
import { landingPasses } from "./landing.ts";
import { prepareJoints, updateJoints } from "./joints/joint-motion.ts";
import { driveMimics } from "./joints/mimic-motion.ts";
import type { RapierScene } from "./scene.ts";
import { solvingOf, type Solving } from "./wasm/settings.ts";

/**
 * Mechanisms of up to this many bodies are simulated more accurately. For larger ones that would cost too much: finding
 * contacts alone takes half a microsecond per shape.
 */
const FEW_BODIES = 32;
/** This many runs of one substep replace a run of four substeps. */
const RUNS = 4;
/** A joint is about to hit its limit if its distance is less than this, in m or rad, plus its movement in two runs. */
const NEAR_LIMIT = 1e-3;
/**
 * In m. Rapier finds contacts 20 mm ahead: two bodies that move less than this per run are still apart when it first
 * finds them.
 */
const UNSEEN = 0.01;
/**
 * Rapier solves a motor and the bearing of its joint one after another: with a load of 26 times its link's inertia, it
 * takes 32 passes to find the torque. Worlds with motors and up to four joints get this many passes, those with more
 * joints get fewer.
 */
const MAX_PASSES = 32;
const MIN_PASSES = 4;
const JOINT_PASSES = 128;
/** Relative rounding error of single precision. */
const ROUNDING = 1.2e-7;
/** Largest fraction of a speed that may be due to rounding. */
const NOISE = 1e-3;

/**
 * Makes one step of a world whose joints and forces are prepared.
 *
 * Rapier closes joint gaps with a corrective velocity, which its stabilising passes then remove. So after every substep
 * the bearings move along their tangent, and the next substep removes the outward part: a pendulum loses 1 % of its
 * energy in 5 s. Without those passes the velocity is that of the chord from place to place, and nothing is lost, but
 * contacts and limits rebound. So small mechanisms skip stabilisation while nothing touches, and use many passes at a
 * limit: with only two, a finger that hits its limit at 1.5 m/s rebounds by 2.6 mm.
 *
 * All substeps of a run use the axes of inertia from its beginning, and a thin rod that is swung sideways on a ball
 * joint would start to spin about itself. So these runs have one substep each; runs with a ball joint do so even while
 * bodies touch.
 */
export function runRapier(scene: RapierScene, dt: number): void {
  scene.reader.begin();
  if (!isSmallMechanism(scene)) return runOnce(scene, dt);
  const touching = isTouching(scene);
  if (touching && !hasRoundJoint(scene)) return runOnce(scene, dt);
  runInParts(scene, dt, touching);
}

function isSmallMechanism({ joints, bodies, reader }: RapierScene): boolean {
  return joints.slots.size > 0 && bodies.slots.size <= FEW_BODIES && reader.awake > 0;
}

/** Leaves the whole step to Rapier, with its own substeps and its stabilising passes. */
function runOnce(scene: RapierScene, dt: number): void {
  scene.world.timestep = dt;
  driveMimics(scene, dt);
  const solving = solvingOf(scene.joints.slots.size > 0);
  solve(scene, solving, landingPasses(scene, solving.stabilising));
}

/** Divides the step into runs of one substep each, and chooses before each how to solve it. */
function runInParts(scene: RapierScene, dt: number, touchesAtStart: boolean): void {
  const run = dt / RUNS;
  const manners = MANNERS[passesOf(scene.joints.slots.size, hasMotor(scene))]!;
  scene.world.timestep = run;
  let touching = touchesAtStart;
  for (let i = 0; i < RUNS; i++) {
    if (i > 0) {
      updateJoints(scene);
      prepareJoints(scene);
      touching ||= isTouching(scene);
    }
    driveMimics(scene, run);
    const solving = manners[touching ? "touching" : mannerOf(scene, run)];
    scene.reader.begin();
    solve(scene, solving, touching ? landingPasses(scene, solving.stabilising) : solving.stabilising);
  }
}

function solve(scene: RapierScene, solving: Solving, stabilising: number): void {
  const { world, memory } = scene;
  memory.settings.adapt(world, solving, stabilising);
  world.step();
  scene.noteAwake();
}

/**
 * Solver settings for each run. With few joints, passes over all constraints cost little compared with the rest of a
 * run.
 */
interface Manners {
  readonly touching: Solving;
  readonly atLimit: Solving;
  readonly free: Solving;
}

/** Chooses the settings for a run in which nothing touches. */
function mannerOf(scene: RapierScene, run: number): keyof Manners {
  if (isAtLimit(scene, run)) return "atLimit";
  return isFree(scene, run) ? "free" : "touching";
}

/** By the number of passes: created only once, because every step needs one. */
const MANNERS: readonly Manners[] = Array.from({ length: MAX_PASSES + 1 }, (_, passes) => {
  const touching = { ...solvingOf(true), passes, substeps: 1 };
  return { touching, atLimit: { ...touching, stabilising: 8 }, free: { ...touching, stabilising: 0 } };
});

function passesOf(joints: number, hasMotor: boolean): number {
  const most = hasMotor ? MAX_PASSES : MIN_PASSES;
  return Math.max(MIN_PASSES, Math.min(most, Math.floor(JOINT_PASSES / joints)));
}

/** Returns whether Rapier has contact points, including points still slightly apart, between shapes that may touch. */
function isTouching({ world, shapes }: RapierScene): boolean {
  const { slots } = shapes;
  let touching = false;
  let handle = 0;
  const checkPair = (other: number): void => {
    // Each pair is checked once.
    if (touching || other < handle) return;
    if (!mayTouch(world.getCollider(handle).solverGroups(), world.getCollider(other).solverGroups())) return;
    world.narrowPhase.contactPair(handle, other, world.bodies, (manifold) => {
      touching ||= manifold.numContacts() > 0;
    });
  };
  for (let slot = 0; slot < slots.extent && !touching; slot++) {
    if (slots.used[slot] === 0) continue;
    handle = slots.handle(slot);
    world.narrowPhase.contactPairsWith(handle, checkPair);
  }
  return touching;
}

function hasRoundJoint({ joints }: RapierScene): boolean {
  for (let slot = 0; slot < joints.slots.extent; slot++) {
    if (joints.slots.used[slot] === 0) continue;
    const type = JOINT_TYPES[joints.numbers[slot * JOINT_NUMBERS + TYPE]!];
    if (type === "ball" || type === "universal") return true;
  }
  return false;
}

function hasMotor({ joints: { numbers, slots, mimics } }: RapierScene): boolean {
  if (mimics.list.length > 0) return true;
  for (let at = 0; at < slots.extent * JOINT_NUMBERS; at += JOINT_NUMBERS) {
    for (let i = 0; i < numbers[at + AXES]!; i++) {
      if (numbers[at + FIRST_AXIS + i * AXIS_NUMBERS + MODE] !== MOTOR_OFF) return true;
    }
  }
  return false;
}

/** Returns whether a joint is at its limit or might reach it within two runs of `run` seconds. */
function isAtLimit({ joints }: RapierScene, run: number): boolean {
  const { numbers, slots } = joints;
  for (let slot = 0; slot < slots.extent; slot++) {
    if (slots.used[slot] === 0) continue;
    const at = slot * JOINT_NUMBERS;
    for (let i = 0; i < numbers[at + AXES]!; i++) {
      const axis = at + FIRST_AXIS + i * AXIS_NUMBERS;
      const position = numbers[at + RECORD + i]!;
      const near = NEAR_LIMIT + 2 * run * Math.abs(numbers[at + RECORD + 3 + i]!);
      if (position - numbers[axis + LOWER]! < near || numbers[axis + UPPER]! - position < near) return true;
    }
  }
  return false;
}

/**
 * Returns whether to skip stabilisation, which pays if bodies are fast: the energy loss grows with the square of the
 * speed, while the rounding of positions appears as an error in the reported velocity, divided by the length of one
 * run.
 */
function isFree(scene: RapierScene, run: number): boolean {
  const { reader } = scene;
  let fastest = 0;
  let farthest = 0;
  reader.begin();
  for (let i = 0; i < reader.awake; i++) {
    reader.read(reader.awakeSlot(i), record, 0);
    fastest = Math.max(fastest, Math.abs(record[7]!), Math.abs(record[8]!), Math.abs(record[9]!));
    farthest = Math.max(farthest, Math.abs(record[0]!), Math.abs(record[1]!), Math.abs(record[2]!));
  }
  const noise = (farthest * ROUNDING) / run;
  return fastest * run < UNSEEN && noise < NOISE * fastest;
}

const record = new Float64Array(BODY_RECORD);
