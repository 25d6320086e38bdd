import { MessageRegistry, type orrery } from "@orrery/msgs";
import { builtInSystems, logTo, SystemLibrary } from "@orrery/sim/host";
import type { TestSim } from "@orrery/sim/testing";
import { LivePast } from "../../packages/sim/src/replayer/live-past.ts";
import { Replayer } from "../../packages/sim/src/replayer/replayer.ts";
import type { ReplayWishes } from "../../packages/sim/src/replayer/replay-wishes.ts";
import { passingSystems } from "../random-edits/system-edits.ts";
import { packer } from "../random-history/random-sequence.ts";
import { rowsOf, type Row } from "./rows.ts";

interface ReplayedRows {
  /** By stretch, in the order of time. */
  readonly fine: ReadonlyMap<string, readonly Row[]>;
  readonly coarse: ReadonlyMap<string, readonly Row[]>;
}

/** Replays the whole past of a world. */
export async function replayedRows(
  sim: TestSim,
  wishes: Pick<ReplayWishes, "items" | "focus" | "isCoarse">,
): Promise<ReplayedRows> {
  const troubles: string[] = [];
  const past = new LivePast(sim.runner);
  using replayer = new Replayer(
    {
      tree: async () => structuredClone(past.tree()),
      inputs: async (range) => structuredClone(past.inputs(range)),
      keyframe: async (name) => structuredClone(past.keyframe(name)),
      pieces: async (places) => past.pieces(places),
    },
    {
      library: new SystemLibrary([...builtInSystems, ...passingSystems]),
      messages: new MessageRegistry(),
      log: logTo(({ message }) => void (message.startsWith("a replay differs") && troubles.push(message))),
      nowMs: () => performance.now(),
      packer,
    },
  );
  const messages: Omit<orrery.ReplaySamples, "id">[] = [];
  const all = { every: 1, stretches: [], fromNs: undefined, toNs: undefined };
  using replay = await replayer.begin(
    { ...all, ...wishes },
    {
      breathe: async () => {},
      onSamples(message) {
        if (message.error !== undefined) troubles.push(message.error);
        messages.push(message);
      },
    },
  );
  while (await replay.goOn(() => false));
  if (troubles.length > 0) throw new Error(troubles.join("\n"));
  return collect(messages);
}

function collect(messages: readonly Omit<orrery.ReplaySamples, "id">[]): ReplayedRows {
  const [fine, coarse] = [new Map<string, Row[]>(), new Map<string, Row[]>()];
  let described: readonly orrery.IntrospectionItem[] = [];
  for (const message of messages) {
    const { stretch = "", samples } = message;
    if (samples === undefined) continue;
    if (samples.described!.length > 0) described = samples.described!;
    const into = message.coarse === true ? coarse : fine;
    const rows = into.get(stretch) ?? [];
    into.set(stretch, rows);
    for (const row of rowsOf([{ ...samples, described }])) rows.push(row);
  }
  for (const rows of fine.values()) rows.sort((a, b) => a.step - b.step);
  return { fine, coarse };
}
