import { hexOf } from "../base/hash.ts";
import { identityPose } from "../base/pose.ts";
import { MILLISECOND } from "../base/time.ts";
import { moveEdit } from "../commands/make-edit.ts";
import { hashComponents } from "../ecs/state-hash.ts";
import type { Asker } from "../history/past-view.ts";
import type { Runner } from "../runner/runner.ts";
import { MemoryLog, type Packing } from "./recorded.ts";
import { TestSim, type TestSimOptions } from "./test-sim.ts";

export const me: Asker = { author: "ann", authorName: "Ann" };
const ball = `<model name="ball"><pose>0 0 5 0 0 0</pose><link name="link"><collision name="c"><geometry><sphere>
  <radius>0.2</radius></sphere></geometry></collision></link></model>`;

/** Loads a falling ball that commands can move. */
export function openBall(options: TestSimOptions = {}): Promise<TestSim> {
  const defaultSystems = ["physics", "user-commands"];
  return TestSim.load(ball, { history: { enabled: true }, defaultSystems, ...options });
}

export function moveBall(sim: TestSim, id: string, z: number): void {
  const edits = [moveEdit(sim.entity("ball"), { ...identityPose, z })];
  sim.request("/world/test/command", "orrery.msgs.Command", { id, description: `Move to ${z}`, edits });
  sim.run({ steps: 1 });
}

export function undo(sim: TestSim, id: string): void {
  sim.request("/world/test/history/undo_redo", "orrery.msgs.UndoRedo", { id, undo: true });
  sim.runner.pass();
}

export function stateOf({ world }: Runner): string {
  return hexOf(hashComponents(world));
}

/** Plays to the end, and returns time and state of each sample. */
export function play(runner: Runner): { ms: number; state: string }[] {
  const samples: { ms: number; state: string }[] = [];
  runner.state.run();
  while (!runner.state.paused) {
    runner.pass();
    samples.push({ ms: runner.now().timeNs / MILLISECOND, state: stateOf(runner) });
  }
  return samples;
}

export function seek(runner: Runner, ms: number): void {
  runner.past.goTo({ id: "", timeNs: ms * MILLISECOND }, me);
}

/** Records a ball that is moved at 25 ms, goes back in time at 57 ms, and continues to 80 ms. */
export async function jumped(
  packing: Packing,
): Promise<{ log: Uint8Array; before: string; undone: string; landed: string }> {
  using sim = await openBall();
  const log = new MemoryLog(sim.runner, packing, { rateHz: 100 });
  sim.run({ steps: 25 });
  const landed = stateOf(sim.runner);
  moveBall(sim, "a:1", 9);
  sim.run({ steps: 4 });
  const before = stateOf(sim.runner);
  sim.run({ steps: 27 });
  const undone = stateOf(sim.runner);
  undo(sim, "a:1");
  sim.run({ steps: 55 });
  return { log: await log.bytes(), before, undone, landed };
}
