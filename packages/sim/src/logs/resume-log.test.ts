import { MessageRegistry } from "@orrery/msgs";
import { expect, test } from "vitest";
import { zstd } from "../../../../tests/zstd.ts";
import { logTo } from "../base/log.ts";
import { identityPose } from "../base/pose.ts";
import { MILLISECOND, SECOND } from "../base/time.ts";
import { moveEdit } from "../commands/make-edit.ts";
import { Runner } from "../runner/runner.ts";
import { SystemLibrary } from "../runner/systems/system-library.ts";
import type { StampedInput } from "../runner/world-input.ts";
import { builtInSystems } from "../systems/built-in.ts";
import { MemoryLog, memorySource } from "../testing/recorded.ts";
import { TestSim } from "../testing/test-sim.ts";
import { LogFile } from "./log-file.ts";
import { momentOf, resumeOptions } from "./resume-log.ts";

const ball = (name: string, x: number): string =>
  `<model name="${name}"><pose>${x} 0 1 0 0 0</pose><link name="link"><collision name="c"><geometry><sphere>
  <radius>0.2</radius></sphere></geometry></collision></link></model>`;
const ground = `<model name="ground"><static>true</static><link name="link"><collision name="c"><geometry><plane>
  <normal>0 0 1</normal></plane></geometry></collision></link></model>`;

const options = () => ({
  library: new SystemLibrary(builtInSystems),
  messages: new MessageRegistry(),
  log: logTo(() => {}),
  nowMs: () => 0,
});

interface Recorded {
  readonly log: LogFile;
  /** The hash of the run after each step, by simulated milliseconds on its last line. */
  readonly hashes: ReadonlyMap<number, string>;
  readonly inputs: readonly StampedInput[];
}

/** Records balls that fall onto each other and are moved at 200, 400 and 700 ms, with an undo of the second at 500 ms. */
async function recorded(engine: string): Promise<Recorded> {
  using sim = await TestSim.load(`<physics type="${engine}"/>${ground}${ball("a", 0)}${ball("b", 0.3)}`, {
    history: { enabled: true },
    defaultSystems: ["physics", "user-commands"],
  });
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 100 });
  const hashes = new Map<number, string>();
  const inputs: StampedInput[] = [];
  sim.runner.onInput.on((stamped) => void inputs.push(stamped));
  const to = (ms: number): void => {
    while (sim.runner.now().timeNs < ms * MILLISECOND) {
      sim.run({ steps: 1 });
      hashes.set(sim.runner.now().timeNs / MILLISECOND, sim.runner.hash());
    }
  };
  const move = (id: string, x: number): void => {
    const edits = [moveEdit(sim.entity("a"), { ...identityPose, x, z: 0.5 })];
    sim.request("/world/test/command", "orrery.msgs.Command", { id, edits });
  };
  to(200);
  move("a:1", 0.2);
  to(400);
  move("a:2", 0.25);
  to(500);
  sim.request("/world/test/history/undo_redo", "orrery.msgs.UndoRedo", { id: "a:2", undo: true });
  sim.runner.pass();
  to(700);
  move("a:3", 0.1);
  to(1000);
  return { log: await LogFile.open(memorySource(await log.bytes(), zstd)), hashes, inputs };
}

/** Continues from a moment, with the inputs that the recorded run had from then on. */
async function resumed(
  { log, inputs }: Recorded,
  wanted: { id: string; timeNs: number },
  toMs: number,
): Promise<{ start: string; end: string }> {
  const moment = await momentOf(log, wanted, options());
  using runner = await Runner.create({ ...options(), ...resumeOptions(log, moment), history: { enabled: true } });
  await runner.load(moment.state);
  const start = runner.hash();
  const later = inputs.filter(({ step, input }) => step * MILLISECOND >= wanted.timeNs && input.kind === "request");
  while (runner.now().timeNs < toMs * MILLISECOND) {
    const due = later.filter(({ step }) => step === runner.now().count);
    for (const { input } of due) runner.inputs.replay(input);
    runner.pass();
  }
  return { start, end: runner.hash() };
}

for (const engine of ["rapier", "mujoco"]) {
  test(`[LG23] with ${engine}, a world that continues from a moment of a log is the recorded one, to the bit, when given its inputs`, async () => {
    const run = await recorded(engine);
    // Between two samples, on the last line.
    const between = await resumed(run, { id: "section-2", timeNs: 603 * MILLISECOND }, 1000);
    expect(between).toEqual({ start: run.hashes.get(603), end: run.hashes.get(1000) });
    // At a sample, before an input that a jump undid later.
    const atSample = await resumed(run, { id: "section-1", timeNs: 200 * MILLISECOND }, 390);
    expect(atSample).toEqual({ start: run.hashes.get(200), end: run.hashes.get(390) });
    // After the jump, where time is the same as before it.
    const { start } = await resumed(run, { id: "section-2", timeNs: 450 * MILLISECOND }, 460);
    expect(start).toBe(run.hashes.get(450));
  });
}

test("[LG23] a moment that is not in the log, and a run that cannot be repeated, are refused with the reason", async () => {
  const { log } = await recorded("rapier");
  await expect(momentOf(log, { id: "", timeNs: 5 * SECOND }, options())).rejects.toThrow(
    "test.mcap: error: the log has no moment at 5.000 s: it goes from 0.000 s to 1.000 s",
  );
  await expect(momentOf(log, { id: "section-9", timeNs: 0 }, options())).rejects.toThrow('nothing called "section-9"');
});

test("[LG24] a long log has complete states in between, and only what comes after the last one is simulated again", async () => {
  using sim = await TestSim.load(ball("a", 0), { defaultSystems: ["physics"] });
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 1 });
  sim.run({ steps: 125_000 });
  const hash = sim.runner.hash();
  const file = await LogFile.open(memorySource(await log.bytes(), zstd));
  const started: number[] = [];
  const onProgress = (timeNs: number): void => void started.push(timeNs / SECOND);
  const moment = await momentOf(file, { id: "", timeNs: 125 * SECOND }, { ...options(), onProgress });
  using runner = await Runner.create({ ...options(), ...resumeOptions(file, moment) });
  await runner.load(moment.state);
  expect(runner.hash()).toBe(hash);
  expect(started[0]).toBe(120);
});
