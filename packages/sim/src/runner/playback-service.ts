import { fromSecNsec } from "../base/time.ts";
import { labelOf } from "../commands/label-of.ts";
import type { Node } from "../transport/node.ts";
import { offerBoolean } from "./boolean-service.ts";
import type { Playback } from "./playback.ts";
import type { RunState } from "./run-state.ts";

/** Control of a log as Gazebo has it: a request that says nothing of pausing lets it play. */
export function offerPlayback(node: Node, prefix: string, playback: Playback, state: RunState): void {
  offerBoolean(node, `${prefix}/playback/control`, "gz.msgs.LogPlaybackControl", (request, { caller }) => {
    const { header, pause = false, multi_step = 0, rewind = false, forward = false, seek } = request;
    const asker = labelOf(header, caller, "");
    if (rewind) playback.rewind(asker);
    else if (forward) playback.goTo({ id: playback.stretches().at(-1)!.id, timeNs: undefined }, asker);
    else if (seek !== undefined) playback.goTo({ id: "", timeNs: fromSecNsec(seek) }, asker);
    if (multi_step < 0) playback.stepBack(-multi_step, asker);
    if (multi_step > 0) state.step(multi_step);
    else if (pause || multi_step < 0 || forward) state.pause();
    else if (state.paused) state.run();
  });
}
