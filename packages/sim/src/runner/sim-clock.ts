import type { Log } from "../base/log.ts";
import { fromSeconds, SECOND, type Nanoseconds } from "../base/time.ts";
import { PhysicsSettings } from "../components/physics.ts";
import { SimClock } from "../components/simulation.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { stepSizeProblem } from "../scene/step-size.ts";
import type { RunState } from "./run-state.ts";
import type { Step } from "./systems/system.ts";

/** Advances the world's clock by one step, unless it is paused, and returns the pass that begins. */
export function advanceClock(world: World, root: Entity, state: RunState, log: Log): Step {
  const clock = world.column(SimClock);
  const at = clock.row(root) * clock.stride;
  if (clock.data[at + 1]! > LAST_NS && !state.paused) {
    log.error("simulated time has reached 104 days, the limit of the clock: the world is paused");
    state.pause();
  }
  const wanted = (world.get(root, PhysicsSettings) ?? PhysicsSettings.initial()).maxStepSize;
  const wrong = stepSizeProblem(wanted);
  if (wrong !== undefined && !state.paused) {
    log.error(`${wrong}: the world is paused`);
    state.pause();
  }
  const { paused } = state;
  const dt = paused ? 0 : wanted;
  const dtNs = paused ? 0 : fromSeconds(dt);
  if (!paused) {
    clock.data[at]! += 1;
    clock.data[at + 1]! += dtNs;
    clock.stamp(clock.row(root));
  }
  return { count: clock.data[at]!, dt, dtNs, timeNs: clock.data[at + 1]!, paused };
}

/** Returns the current clock, as a pass in which no time goes by. */
export function readClock(world: World, root: Entity): Step {
  const clock = world.column(SimClock);
  const at = clock.row(root) * clock.stride;
  return { count: clock.data[at]!, dt: 0, dtNs: 0, timeNs: clock.data[at + 1]!, paused: true };
}

/**
 * Returns the simulated duration of a step while the world runs; 0 for an invalid step size, which the clock refuses.
 */
export function stepSizeNs(world: World, root: Entity): Nanoseconds {
  const { maxStepSize } = world.get(root, PhysicsSettings) ?? PhysicsSettings.initial();
  return stepSizeProblem(maxStepSize) === undefined ? fromSeconds(maxStepSize) : 0;
}

/** One second before the last nanosecond that a number represents exactly. */
const LAST_NS = Number.MAX_SAFE_INTEGER - SECOND;
