import type * as rapier from "@dimforge/rapier3d-simd-compat";
import {
  SETTING_ALLOWED_ERROR,
  SETTING_CCD_SUBSTEPS,
  SETTING_FREQUENCY,
  SETTING_LENGTH_UNIT,
  SETTING_MAX_CORRECTION,
  SETTING_MAX_SPEED,
  SETTING_PASSES,
  SETTING_PREDICTION,
  SETTING_STABILISING,
  SETTING_STATIC_FREQUENCY,
  SETTING_SUBSTEPS,
  SETTING_TIME_STEP,
} from "./layout.ts";
import { UnknownLayout } from "./unknown-layout.ts";
import { addressOf, type MemoryViews } from "./views.ts";

/**
 * Contacts are springs, by default of 30 Hz between bodies and 60 Hz against static ones: a stack of ten boxes sinks by
 * 25 mm, and a box of 1 kg under 100 kg by 35 mm. With this frequency they sink by 0.4 and 0.9 mm, at no cost.
 */
const CONTACT_FREQUENCY = 240;
/**
 * Passes per substep that remove the speed with which overlaps are corrected. After one pass, a box that lands flat
 * hops and turns, and a joint rebounds from its limit; two passes reduce that to a fifth, and take a tenth more time in
 * a heap.
 */
const STABILISING_PASSES = 2;
/**
 * In m/s: the highest speed for correcting an overlap, 3 by default. The part that the passes do not remove remains, so
 * that a joint's limit would throw things back.
 */
const CORRECTION_SPEED = 0.3;
/**
 * Passes over all constraints in each substep of a world with joints. Rapier solves a joint's motor and its bearing one
 * after the other: after one pass a servo that carries a load on an arm yields 4 % too much, after two 1 %.
 */
const PASSES_WITH_JOINTS = 2;
/** In m/s. Faster bodies are slowed down silently; the default is 400. */
const SPEED_LIMIT = 10_000;

/** Sets parameters that the package offers no functions for. */
export class HiddenSettings {
  readonly #views: MemoryViews;

  constructor(views: MemoryViews) {
    this.#views = views;
  }

  /**
   * Sets the parameters in which Orrery differs from Rapier's defaults. A snapshot contains them, so a restored world
   * has them too. Throws if the memory does not contain the defaults.
   */
  apply(world: rapier.World): void {
    const parameters = world.integrationParameters;
    parameters.contact_natural_frequency = CONTACT_FREQUENCY;
    if (!this.#isLaidOutAsKnown(parameters)) throw new UnknownLayout("settings");
    const at = addressOf(parameters.raw) >> 2;
    const { floats, words } = this.#views;
    floats[at + SETTING_STATIC_FREQUENCY] = CONTACT_FREQUENCY;
    floats[at + SETTING_MAX_CORRECTION] = CORRECTION_SPEED;
    floats[at + SETTING_MAX_SPEED] = SPEED_LIMIT;
    words[at + SETTING_STABILISING] = STABILISING_PASSES;
  }

  /**
   * Sets the solver parameters for the next run. Must be called right before the run, because they depend on the
   * existing bodies and joints.
   */
  adapt(world: rapier.World, solving: Solving, stabilising = solving.stabilising): void {
    const parameters = world.integrationParameters;
    if (parameters.numInternalPgsIterations !== solving.passes) parameters.numInternalPgsIterations = solving.passes;
    if (parameters.numSolverIterations !== solving.substeps) parameters.numSolverIterations = solving.substeps;
    this.#views.renew();
    this.#views.words[(addressOf(parameters.raw) >> 2) + SETTING_STABILISING] = stabilising;
  }

  /** Compares the numbers that have getters, and the defaults of the others. */
  #isLaidOutAsKnown(known: rapier.IntegrationParameters): boolean {
    const float = (setting: number): number => this.#views.floats[(addressOf(known.raw) >> 2) + setting]!;
    const word = (setting: number): number => this.#views.words[(addressOf(known.raw) >> 2) + setting]!;
    this.#views.renew();
    return (
      float(SETTING_FREQUENCY) === CONTACT_FREQUENCY &&
      float(SETTING_STATIC_FREQUENCY) === 60 &&
      float(SETTING_TIME_STEP) === known.dt &&
      float(SETTING_LENGTH_UNIT) === known.lengthUnit &&
      float(SETTING_ALLOWED_ERROR) === known.normalizedAllowedLinearError &&
      float(SETTING_MAX_CORRECTION) === 3 &&
      float(SETTING_PREDICTION) === known.normalizedPredictionDistance &&
      float(SETTING_MAX_SPEED) === 400 &&
      word(SETTING_SUBSTEPS) === known.numSolverIterations &&
      word(SETTING_PASSES) === known.numInternalPgsIterations &&
      word(SETTING_STABILISING) === 1 &&
      word(SETTING_CCD_SUBSTEPS) === known.maxCcdSubsteps
    );
  }
}

/** Solver parameters for one run of Rapier. */
export interface Solving {
  /** Passes over all constraints in each substep. */
  readonly passes: number;
  readonly substeps: number;
  /** See `STABILISING_PASSES`. */
  readonly stabilising: number;
}

/** Chooses the parameters for runs in which bodies may touch, and for joints in a large world. */
export function solvingOf(hasJoints: boolean): Solving {
  return hasJoints ? WITH_JOINTS : WITHOUT_JOINTS;
}

const SUBSTEPS_OF_A_STEP = 4;
const WITHOUT_JOINTS: Solving = { passes: 1, substeps: SUBSTEPS_OF_A_STEP, stabilising: STABILISING_PASSES };
const WITH_JOINTS: Solving = { ...WITHOUT_JOINTS, passes: PASSES_WITH_JOINTS };
