import type { gz, orrery } from "@orrery/msgs";
import { fromSecNsec, type Nanoseconds } from "../../base/time.ts";
import { applyCommand } from "../../commands/apply-command.ts";
import { labelOf } from "../../commands/texts/label-of.ts";
import { resetDescriptions } from "../../commands/texts/reset-descriptions.ts";
import type { Timeline } from "../../history/timeline.ts";
import type { Caller } from "../../transport/caller.ts";
import type { Node } from "../../transport/node.ts";
import type { Driver } from "../driver.ts";
import type { RunState } from "../run-state.ts";
import type { Simulation } from "../simulation.ts";
import { reseed } from "../systems/random-stream.ts";
import { offerBoolean } from "./boolean-service.ts";

export interface ControlParts {
  readonly simulation: Simulation;
  readonly state: RunState;
  readonly timeline: Timeline;
  readonly driver: Driver;
}

/** Offers services to pause, resume, step and reset a world, and to set its state. */
export function offerControl(node: Node, parts: ControlParts): void {
  const { topicPrefix } = parts.simulation;
  offerBoolean(node, `${topicPrefix}/control`, { request: "gz.msgs.WorldControl" }, (request, message) =>
    control(parts, request, message),
  );
  offerBoolean(node, `${topicPrefix}/control/state`, { request: "gz.msgs.WorldControlState" }, (request, message) =>
    controlState(parts, request, message),
  );
}

/**
 * Controls the world as Gazebo does: a request without `pause` resumes it, and only a paused world makes single steps.
 */
function control(parts: ControlParts, request: gz.WorldControl, caller: Caller): void {
  const { header, pause, step, multi_step, reset, seed } = request;
  const { simulation, state, driver } = parts;
  const until = checkControl(parts, request);
  const what = reset?.all ? "all" : reset?.time_only ? "time" : reset?.model_only ? "models" : undefined;
  if (what !== undefined) driver.resetOnRequest(what, labelOf(header, caller, resetDescriptions[what]), seed ?? 0);
  else if (seed) reseed(simulation.world, simulation.root, seed);
  // Running or paused is not part of the past.
  if (simulation.replay.isOn) return;
  const steps = multi_step || (step ? 1 : 0);
  const asker = labelOf(header, caller, "");
  if (steps > 0 && pause) state.step(steps, asker);
  else if (until !== undefined) state.runTo(until, asker);
  else if (pause) state.pause(asker);
  else if (state.paused) state.run();
}

/** Throws if a request for control is impossible. Returns the simulated time to run to, if it names one. */
function checkControl(
  { simulation, driver }: ControlParts,
  { reset, seed, run_to_sim_time }: gz.WorldControl,
): Nanoseconds | undefined {
  if (driver.refusal !== undefined && (seed || reset?.model_only)) throw new Error(driver.refusal);
  const now = reset?.all || reset?.time_only ? 0 : simulation.timeNs;
  const until = run_to_sim_time && fromSecNsec(run_to_sim_time);
  if (until !== undefined && until <= now) throw new Error(`it is ${now / 1e9} s already, past ${until / 1e9} s`);
  return until;
}

/**
 * Sets components of entities to those in `state`, then controls the world. Checks both first, so a refused request
 * changes nothing.
 */
function controlState(parts: ControlParts, request: gz.WorldControlState, caller: Caller): void {
  const { header, world_control = {}, state } = request;
  const { simulation, timeline } = parts;
  const { world, root } = simulation;
  const edits = (state?.entities ?? []).map(stateEdit);
  checkControl(parts, world_control);
  if (edits.length > 0)
    timeline.perform(labelOf(header, caller, "Set the state"), () => applyCommand(world, root, { edits }, []));
  control(parts, world_control, caller);
}

function stateEdit({ id = 0, components = [], remove = false }: gz.SerializedEntity): orrery.Edit {
  if (remove) return { remove: { id } };
  const byType = Object.fromEntries(components.map((component) => [component.type ?? 0, component]));
  return { components: { id, components: byType } };
}
