import type { gz } from "@orrery/msgs";
import { preparePhysics } from "../../commands/edits/set-physics.ts";
import { doWrites } from "../../commands/prepared.ts";
import { describeCommand } from "../../commands/texts/describe-command.ts";
import { labelOf } from "../../commands/texts/label-of.ts";
import type { Timeline } from "../../history/timeline.ts";
import type { Caller } from "../../transport/caller.ts";
import type { Node } from "../../transport/node.ts";
import type { RunState } from "../run-state.ts";
import type { Simulation } from "../simulation.ts";
import { offerBlocking } from "./boolean-service.ts";

export interface PhysicsParts {
  readonly simulation: Simulation;
  readonly state: RunState;
  readonly timeline: Timeline;
}

/** Offers a service for a world's step size, gravity, magnetic field and ratio to real time. */
export function offerPhysics(node: Node, parts: PhysicsParts): void {
  const name = `${parts.simulation.topicPrefix}/set_physics`;
  offerBlocking(node, name, { request: "gz.msgs.Physics" }, (request, message) => setPhysics(parts, request, message));
}

/** Sets the physics. Checks everything first, so a refused request changes nothing. */
function setPhysics({ simulation, state, timeline }: PhysicsParts, request: gz.Physics, caller: Caller): void {
  const { world, root, replay } = simulation;
  const { header, real_time_factor, max_step_size, gravity, magnetic_field } = request;
  if (real_time_factor !== undefined && !(real_time_factor >= 0 && Number.isFinite(real_time_factor))) {
    throw new Error(`real_time_factor must be zero or more, not ${real_time_factor}`);
  }
  // 0 means absent.
  const isEdit = (max_step_size ?? 0) !== 0 || gravity !== undefined || magnetic_field !== undefined;
  const writes = isEdit ? (preparePhysics(world, root, request).writes ?? []) : [];
  if (real_time_factor !== undefined && !replay.isOn) state.targetFactor = real_time_factor;
  if (writes.length === 0) return;
  const description = describeCommand(world, root, { edits: [{ physics: request }] });
  timeline.perform(labelOf(header, caller, description), () => doWrites(world, writes));
}
