import { MemoryResources } from "@orrery/sim";
import { plugin, TestSim, type TestSimOptions } from "@orrery/sim/testing";
import type { WorldInput } from "../../packages/sim/src/runner/world-input.ts";
import { passingSystems } from "../random-edits/system-edits.ts";
import { files } from "./history-world.ts";
import { bendsOf, type Point } from "./known-past.ts";
import { startedNames } from "./running-kinds.ts";

export interface Start {
  readonly world: string;
  readonly options?: TestSimOptions;
}

export async function open({ world, options = {} }: Start): Promise<TestSim> {
  const sim = await TestSim.load(world, {
    systems: passingSystems,
    resources: new MemoryResources(files),
    defaultSystems: ["physics", "user-commands", "noise"],
    ...options,
  });
  // Those started by commands: a replay does not wait until something is loaded.
  for (const name of startedNames) await sim.runner.library.load(plugin(name));
  return sim;
}

/**
 * Returns a world that reaches a point by the inputs of the line alone, without undo and history. `differs` says where
 * it first differs from what was seen; empty if nowhere.
 */
export async function plainRun(start: Start, point: Point): Promise<{ sim: TestSim; differs: string }> {
  const sim = await open({ ...start, options: { ...start.options, isRerun: true } });
  const { runner } = sim;
  const bends = bendsOf(point);
  let differs = "";
  let tick = 0;
  for (const [i, { input, sights }] of bends.entries()) {
    if (input !== undefined) takeAlone(sim, input);
    for (const end = bends[i + 1]?.tick ?? point.tick; ; tick++) {
      const hash = sights.get(tick)?.hash;
      if (hash !== undefined && hash !== runner.hash())
        differs ||= `after ${tick} steps and ${i} of ${bends.length - 1} inputs`;
      if (tick === end) break;
      runner.pass();
    }
  }
  return { sim, differs };
}

/** Lets an input take effect without a step. */
function takeAlone(sim: TestSim, input: WorldInput): void {
  const { runner } = sim;
  runner.state.pause();
  runner.inputs.replay(staysPaused(sim, input));
  runner.pass();
  runner.state.run();
}

/** Changes a request that would resume the world or make a step, so that the world stays paused. */
function staysPaused({ runner: { messages } }: TestSim, input: WorldInput): WorldInput {
  if (input.kind !== "request" || !input.service.endsWith("/control")) return input;
  const value = { ...messages.decode(input.type, input.bytes), pause: true };
  return { ...input, bytes: messages.encode(input.type, value) };
}
