import { fromSecNsec } from "../../base/time.ts";
import { labelOf } from "../../commands/texts/label-of.ts";
import type { Node } from "../../transport/node.ts";
import { offerBlocking, offerBoolean } from "./boolean-service.ts";
import { LOG_REFUSAL, type Playback } from "../playback.ts";
import type { RunState } from "../run-state.ts";

export interface PlaybackParts {
  readonly node: Node;
  readonly prefix: string;
  readonly state: RunState;
}

/** Offers control of a log that is played; requests to change it get the reason why that is impossible. */
export function offerPlayback(playback: Playback, { node, prefix, state }: PlaybackParts): void {
  offerControl(node, prefix, playback, state);
  for (const [name, type] of EDITS) {
    offerBlocking(node, `${prefix}/${name}`, { request: type }, () => {
      throw new Error(LOG_REFUSAL);
    });
  }
}

/** Services of a live world, which here answer why they do nothing. */
const EDITS = [
  ["command", "orrery.msgs.Command"],
  ["create", "gz.msgs.EntityFactory"],
  ["create_multiple", "gz.msgs.EntityFactory_V"],
  ["remove", "gz.msgs.Entity"],
  ["set_pose", "gz.msgs.Pose"],
  ["set_pose_vector", "gz.msgs.Pose_V"],
  ["light_config", "gz.msgs.Light"],
  ["visual_config", "gz.msgs.Visual"],
  ["enable_collision", "gz.msgs.Entity"],
  ["disable_collision", "gz.msgs.Entity"],
] as const;

/** Offers Gazebo's control for a log: a request without `pause` resumes it. */
function offerControl(node: Node, prefix: string, playback: Playback, state: RunState): void {
  offerBoolean(node, `${prefix}/playback/control`, { request: "gz.msgs.LogPlaybackControl" }, (request, message) => {
    const { header, pause = false, multi_step = 0, rewind = false, forward = false, seek } = request;
    const asker = labelOf(header, message, "");
    if (rewind) playback.rewind(asker);
    else if (forward) playback.goTo({ id: playback.stretches().at(-1)!.id, timeNs: undefined }, asker);
    else if (seek !== undefined) playback.goTo({ id: "", timeNs: fromSecNsec(seek) }, asker);
    if (multi_step < 0) playback.stepBack(-multi_step, asker);
    if (multi_step > 0) state.step(multi_step, asker);
    else if (pause || multi_step < 0 || forward) state.pause(asker);
    else if (state.paused) state.run();
  });
}
