import type { World } from "../ecs/world.ts";
import type { Bus } from "../transport/bus.ts";
import type { SystemSet } from "./systems/system-set.ts";
import type { Step } from "./systems/system.ts";

/** The parts that make a step: a world, its systems, and the bus between them. */
export interface Stage {
  readonly world: World;
  readonly systems: SystemSet;
  readonly bus: Bus;
  /** Leaves nothing pending: see `Simulation.settle`. */
  settle(): void;
}

/**
 * The parts of a step that differ between live steps and replays: a replay has already applied its inputs, and the
 * history already has the step.
 */
export interface StepSurroundings {
  /** Lets inputs take effect, and settles the world after each. */
  takeInputs(): void;
  /** Moves the clock, or leaves it alone, and returns the pass that begins. */
  moveClock(): Step;
  /** Observes the world right before physics moves it, without changing it. Not called while the world is paused. */
  beforeUpdate(step: Step): void;
  /** Publishes the world's own topics. */
  publish(step: Step): void;
  /** Records the finished pass. */
  remember(step: Step): void;
}

/** Observes steps without changing anything. */
export interface StepWatcher {
  /** Called right before physics moves the world. */
  begin(step: Step): void;
  /** Called after all systems have made the step. */
  end(step: Step): void;
}

/**
 * Makes one step, or the same phases without time. All steps are made here, live and in replays, which is why replays
 * are exact.
 */
export function makeStep(stage: Stage, surroundings: StepSurroundings): Step {
  const { world, systems, bus } = stage;
  // The host may have written to the world since the last pass.
  systems.settle();
  surroundings.takeInputs();
  world.tidy();
  const step = surroundings.moveClock();
  systems.run("preUpdate", step);
  bus.flush(step.timeNs);
  if (!step.paused) surroundings.beforeUpdate(step);
  systems.run("update", step);
  bus.flush(step.timeNs);
  systems.run("postUpdate", step);
  surroundings.publish(step);
  stage.settle();
  surroundings.remember(step);
  return step;
}
