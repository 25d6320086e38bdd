import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { zstd } from "../../../../tests/zstd.ts";
import { MessageRegistry, type gz } from "@orrery/msgs";
import { logTo } from "../base/log.ts";
import { OpenRequests } from "../components/open-requests.ts";
import type { Asker } from "../history/past-view.ts";
import { checkLog } from "../logs/check-log.ts";
import { LogFile } from "../logs/log-file.ts";
import { builtInSystems } from "../systems/built-in.ts";
import { MemoryLog, memorySource } from "../testing/recorded.ts";
import { steered, steeredBall, type Seen, type Steering } from "../testing/steered.ts";
import { TestSim, type TestSimOptions } from "../testing/test-sim.ts";
import { connectPeer } from "../transport/wire/peer.ts";
import { memoryLinks } from "../transport/wire/memory-link.ts";
import { Bus } from "../transport/bus.ts";
import { Node } from "../transport/node.ts";
import type { Result } from "./systems/work.ts";
import { SystemLibrary } from "./systems/system-library.ts";
import { serve } from "./schedule/serve.ts";

const me: Asker = { author: "ann", authorName: "Ann" };

/** Answers from another thread, by a formula: the faster the ball falls, the larger the upward speed. */
class Pilot implements Disposable {
  asked: number[] = [];
  readonly #worker = new Worker(
    `require("node:worker_threads").parentPort.on("message", ({ step, z }) =>
       require("node:worker_threads").parentPort.postMessage({ step, speed: 0.1 - z / 4 + step / 1000 }))`,
    { eval: true },
  );
  readonly #waiting = new Map<number, (speed: number) => void>();

  constructor() {
    this.#worker.on("message", ({ step, speed }: { step: number; speed: number }) => this.#waiting.get(step)?.(speed));
  }

  readonly steer = (seen: Seen): Promise<number> => {
    this.asked.push(seen.step);
    return new Promise((resolve) => {
      this.#waiting.set(seen.step, resolve);
      this.#worker.postMessage(seen);
    });
  };

  [Symbol.dispose](): void {
    void this.#worker.terminate();
  }
}

function open(steering: Steering, options: TestSimOptions = {}): Promise<TestSim> {
  return TestSim.load(steeredBall, {
    systems: [steered(steering)],
    history: { enabled: true },
    defaultSystems: ["physics", "user-commands"],
    ...options,
  });
}

const inLockStep = { holdsStep: { limitMs: 60_000 } };

test("[RU70] what a system asks for later comes as an input; the next step waits for it, and every run is the same", async () => {
  const hashes: string[] = [];
  for (let run = 0; run < 2; run++) {
    using pilot = new Pilot();
    const results: [number, boolean][] = [];
    const onResult = (result: Result<number>, { step }: Seen): unknown => results.push([step, result.ok]);
    using sim = await open({ steer: pilot.steer, onResult, ...inLockStep });
    const inputs: string[] = [];
    sim.runner.onInput.on(({ step, input }) => inputs.push(`${input.kind}@${step}`));
    await sim.runAlong({ steps: 95 });
    expect(results).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90].map((step) => [step, true]));
    expect(inputs).toEqual(results.map(([step]) => `result@${step}`));
    expect(sim.runner.world.get(sim.runner.root, OpenRequests)).toEqual({ lastId: 9, open: [] });
    hashes.push(sim.hash());
  }
  expect(hashes[1]).toBe(hashes[0]);
});

test("[RU70] undo, redo and jumps are exact to the bit, and ask nobody again for what the past knows", async () => {
  using pilot = new Pilot();
  using sim = await open({ steer: pilot.steer, ...inLockStep });
  const { runner } = sim;
  const seen = new Map<number, string>();
  for (let step = 1; step <= 120; step++) {
    await sim.runAlong({ steps: 1 });
    seen.set(step, sim.hash());
  }
  const asked = pilot.asked.length;
  for (const step of [95, 14, 57, 119, 3]) {
    runner.timeline.goTo({ id: "", timeNs: step * 1e6 }, me);
    expect([step, sim.hash()]).toEqual([step, seen.get(step)]);
  }
  expect(pilot.asked).toHaveLength(asked);
  // From there it receives the same requests again, and gives the same answers.
  for (let step = 4; step <= 60; step++) {
    await sim.runAlong({ steps: 1 });
    expect([step, sim.hash()]).toEqual([step, seen.get(step)]);
  }
  expect(pilot.asked.length).toBeGreaterThan(asked);
});

test("[RU71] work that fails comes to its system as a result with the reason", async () => {
  const results: unknown[] = [];
  using sim = await open({
    steer: async ({ step }) => {
      if (step === 10) throw new Error("the pilot is asleep");
      return 1;
    },
    onResult: (result) => results.push(result),
    ...inLockStep,
  });
  await sim.runAlong({ steps: 25 });
  expect(results).toEqual([
    { ok: false, reason: "the pilot is asleep" },
    { ok: true, value: 1 },
  ]);
});

test("[RU72] a jump to a moment at which something was asked has it asked again, and takes no answer to another moment", async () => {
  const answers = new Map<number, ((speed: number) => void)[]>();
  const steer = ({ step }: Seen): Promise<number> =>
    new Promise((resolve) => answers.set(step, [...(answers.get(step) ?? []), resolve]));
  const results: number[] = [];
  using sim = await open({ steer, onResult: (result) => result.ok && results.push(result.value) });
  const { runner } = sim;
  sim.run({ steps: 12 });
  const asking = sim.hash();
  sim.run({ steps: 3 });
  runner.timeline.goTo({ id: "", timeNs: 12e6 }, me);
  expect(sim.hash()).toBe(asking);
  sim.run({ steps: 1 });
  const [first, second] = answers.get(10)!;
  first!(1);
  await Promise.resolve().then(() => Promise.resolve());
  sim.run({ steps: 1 });
  expect(results).toEqual([]);
  second!(2);
  while (results.length === 0) await sim.runAlong({ steps: 1 }).then(() => new Promise(setImmediate));
  expect(results).toEqual([2]);
  // The same happens in a process that has only the state.
  runner.timeline.goTo({ id: "", timeNs: 12e6 }, me);
  const saved = runner.save();
  const asked: number[] = [];
  using other = await open({ steer: async ({ step }) => asked.push(step) });
  await other.runner.load(saved);
  expect(other.hash()).toBe(asking);
  other.run({ steps: 1 });
  expect(asked).toEqual([10]);
});

test("[RU72] a system that is removed waits for nothing, and holds nobody up", async () => {
  using sim = await open({ steer: () => new Promise(() => {}), ...inLockStep });
  await sim.runAlong({ steps: 10 });
  expect(() => sim.run({ steps: 1 })).toThrow(/is waiting for a result/);
  sim.request("/world/test/entity/system/remove", "gz.msgs.EntityPlugin_V", {
    entity: { name: "ball", type: "MODEL" },
    plugins: [{ name: "steered" }],
  });
  sim.run({ steps: 5 });
  expect(sim.runner.now().count).toBe(15);
  expect(sim.runner.world.get(sim.runner.root, OpenRequests)!.open).toEqual([]);
});

test("[RU73] while a step waits other inputs take effect; a pause, a jump and the end of the world wait for nobody", async () => {
  using sim = await open({ steer: () => new Promise(() => {}), ...inLockStep });
  const { runner } = sim;
  const control = (value: gz.WorldControl): void =>
    sim.request("/world/test/control", "gz.msgs.WorldControl", { ...value });
  const acts = [
    () => sim.request("/world/test/set_physics", "gz.msgs.Physics", { gravity: { z: -1 } }),
    () => control({ pause: true }),
    () => control({ pause: false }),
    () => sim.request("/world/test/history/go_to", "orrery.msgs.GoTo", { time: { nsec: 4_000_000 } }),
  ];
  const steps: [number, boolean][] = [];
  const stops = { stopped: false };
  runner.onTaken.on(() => steps.push([runner.now().count, runner.state.paused]));
  await serve(runner, {
    get stopped() {
      return stops.stopped;
    },
    nowMs: () => performance.now(),
    poll: () => {
      if (runner.heldMs === undefined && !runner.state.paused) return;
      const act = acts.shift();
      act?.();
      stops.stopped = act === undefined && runner.heldMs !== undefined;
    },
    sleep: () => {},
    breathe: () => new Promise(setImmediate),
  });
  expect(steps).toEqual([
    [10, false],
    [10, true],
    [10, false],
    [4, false],
  ]);
  // It continued after the jump, up to where it has to wait again.
  expect(runner.now().count).toBe(10);
});

test("[RU73] the thread is not held up, and after the limit the world continues without a result, in replays too", async () => {
  let breaths = 0;
  const results: Result<number>[] = [];
  using sim = await open(
    {
      steer: ({ step }) => (step === 10 ? new Promise(() => {}) : Promise.resolve(0)),
      onResult: (result) => results.push(result),
      holdsStep: { limitMs: 20 },
    },
    { nowMs: () => performance.now(), targetFactor: 0 },
  );
  const { runner } = sim;
  await serve(runner, {
    get stopped() {
      return runner.now().count >= 40;
    },
    nowMs: () => performance.now(),
    poll: () => {},
    sleep: () => {},
    breathe: async () => {
      breaths++;
      await new Promise(setImmediate);
    },
  });
  expect(results.slice(0, 2)).toEqual([
    { ok: false, reason: "no result within 20 ms" },
    { ok: true, value: 0 },
  ]);
  expect(breaths).toBeGreaterThan(5);
  expect(sim.log.filter(({ level, message }) => level === "warn" && message.includes("gave up waiting"))).toHaveLength(
    1,
  );
  const before = sim.hash();
  const { timeNs } = runner.now();
  runner.timeline.goTo({ id: "", timeNs: 5e6 }, me);
  runner.timeline.goTo({ id: "", timeNs }, me);
  expect(sim.hash()).toBe(before);
});

test("[RU74] a log has the results: the run is made again from it without the work", async () => {
  using pilot = new Pilot();
  let results = 0;
  using sim = await open({ steer: pilot.steer, onResult: () => results++ });
  const log = new MemoryLog(sim.runner, zstd);
  // At any time, because no step waits here.
  while (results < 8) await sim.runAlong({ steps: 7 }).then(() => new Promise(setImmediate));
  const file = await LogFile.open(memorySource(await log.bytes(), zstd));
  const asked: number[] = [];
  const again = steered({ steer: async ({ step }) => asked.push(step) });
  const { samples, inputs, differsAtNs } = await checkLog(file, {
    library: new SystemLibrary([...builtInSystems, again]),
    messages: new MessageRegistry(),
    log: logTo(() => {}),
    nowMs: () => 0,
  });
  expect({ isEnough: samples > 5 && inputs > 5, differsAtNs, asked }).toEqual({
    isEnough: true,
    differsAtNs: undefined,
    asked: [],
  });
});

test("[RU75] work asks services of others, such as a controller; a service of its own world is refused", async () => {
  const results: unknown[] = [];
  using sim = await open({
    steer: async ({ step, z }, { ask }) => {
      if (step === 20) await ask("/world/test/control", { pause: true });
      return (await ask("/pilot", { data: z }, { response: "gz.msgs.Double" })).data!;
    },
    onResult: (result) => results.push(result),
    ...inLockStep,
  });
  using outside = new Bus({ codec: sim.runner.messages, name: "outside" });
  const [here, there] = memoryLinks();
  connectPeer(sim.runner.bus, here);
  connectPeer(outside, there);
  using node = new Node(outside, { owner: "pilot" });
  node.service("/pilot", { request: "gz.msgs.Double", response: "gz.msgs.Double" }, () => ({ data: 3 }));
  while (sim.runner.bus.serviceTable.get("/pilot") === undefined) await new Promise(setImmediate);
  await sim.runAlong({ steps: 25 });
  expect(results).toEqual([
    { ok: true, value: 3 },
    { ok: false, reason: `"/world/test/control" is a service of this world itself` },
  ]);
  expect(sim.runner.state.paused).toBe(false);
});
