import type * as rapier from "@dimforge/rapier3d-simd-compat";
import { addressOf, UnknownLayout } from "./memory.ts";

/**
 * Contacts are springs, by default of 30 Hz between bodies and 60 Hz against what is static: a stack of ten boxes sinks by
 * 25 mm, and one of 1 kg under 100 kg by 35 mm. With this by 0.4 and 0.9 mm, at no cost.
 */
const CONTACT_FREQUENCY = 240;
/**
 * Passes that take out again, in each substep, the speed at which overlaps are undone. After one, a box that lands flat hops
 * and turns, and what runs into a joint's limit comes back; two make a fifth of that, for a tenth more time in a heap.
 */
const STABILISING_PASSES = 2;
/** m/s at most to undo an overlap, by default 3. What is not taken out again stays: a joint's limit would throw things back. */
const CORRECTION_SPEED = 0.3;
/**
 * Passes over all constraints in each substep of a world with joints. Rapier solves a joint's motor and its bearing one after
 * the other: after one pass a servo that carries a load on an arm gives way by 4 % too much, after two by 1.
 */
const PASSES_WITH_JOINTS = 2;
/** m/s. Faster bodies are slowed down without a word, by default above 400. */
const SPEED_LIMIT = 10_000;

// Of rapier3d-simd-compat 0.20.0, in numbers of four bytes from the start of its parameters. The package has calls for some.
const FREQUENCY = 1;
const STATIC_FREQUENCY = 3;
const TIME_STEP = 5;
const LENGTH_UNIT = 8;
const ALLOWED_ERROR = 9;
const MAX_CORRECTION = 10;
const PREDICTION = 11;
const MAX_SPEED = 12;
const SUBSTEPS = 13;
const PASSES = 14;
const STABILISING = 15;
const CCD_SUBSTEPS = 16;
const NUMBERS = 17;

/**
 * Sets what Orrery wants otherwise than Rapier has it by default. A snapshot contains these settings, so a restored world has them
 * too. Throws where memory does not hold the defaults.
 */
export function applySettings(world: rapier.World, memory: WebAssembly.Memory): void {
  const parameters = world.integrationParameters;
  parameters.contact_natural_frequency = CONTACT_FREQUENCY;
  const at = addressOf(parameters.raw);
  const floats = new Float32Array(memory.buffer, at, NUMBERS);
  const words = new Uint32Array(memory.buffer, at, NUMBERS);
  if (!isLaidOutAsKnown(parameters, floats, words)) throw new UnknownLayout("settings");
  floats[STATIC_FREQUENCY] = CONTACT_FREQUENCY;
  floats[MAX_CORRECTION] = CORRECTION_SPEED;
  floats[MAX_SPEED] = SPEED_LIMIT;
  words[STABILISING] = STABILISING_PASSES;
}

/** How one run of Rapier solves. */
export interface Solving {
  /** Passes over all constraints in each substep. */
  readonly passes: number;
  readonly substeps: number;
  /** See `STABILISING_PASSES`. */
  readonly stabilising: number;
}

/** Bodies that may touch, or joints alone in a large world. */
export function solvingOf(hasJoints: boolean): Solving {
  return hasJoints ? WITH_JOINTS : WITHOUT_JOINTS;
}

/** Right before a run, because it depends on what there is. */
export function adaptSettings(
  world: rapier.World,
  memory: WebAssembly.Memory,
  solving: Solving,
  stabilising = solving.stabilising,
): void {
  const parameters = world.integrationParameters;
  if (parameters.numInternalPgsIterations !== solving.passes) parameters.numInternalPgsIterations = solving.passes;
  if (parameters.numSolverIterations !== solving.substeps) parameters.numSolverIterations = solving.substeps;
  const at = addressOf(parameters.raw) >> 2;
  const words = new Uint32Array(memory.buffer);
  words[at + STABILISING] = stabilising;
}

const SUBSTEPS_OF_A_STEP = 4;
const WITHOUT_JOINTS: Solving = { passes: 1, substeps: SUBSTEPS_OF_A_STEP, stabilising: STABILISING_PASSES };
const WITH_JOINTS: Solving = { ...WITHOUT_JOINTS, passes: PASSES_WITH_JOINTS };

/** Compares the numbers that have getters, and the defaults of those that have none. */
function isLaidOutAsKnown(known: rapier.IntegrationParameters, floats: Float32Array, words: Uint32Array): boolean {
  return (
    floats[FREQUENCY] === CONTACT_FREQUENCY &&
    floats[STATIC_FREQUENCY] === 60 &&
    floats[TIME_STEP] === known.dt &&
    floats[LENGTH_UNIT] === known.lengthUnit &&
    floats[ALLOWED_ERROR] === known.normalizedAllowedLinearError &&
    floats[MAX_CORRECTION] === 3 &&
    floats[PREDICTION] === known.normalizedPredictionDistance &&
    floats[MAX_SPEED] === 400 &&
    words[SUBSTEPS] === known.numSolverIterations &&
    words[PASSES] === known.numInternalPgsIterations &&
    words[STABILISING] === 1 &&
    words[CCD_SUBSTEPS] === known.maxCcdSubsteps
  );
}
