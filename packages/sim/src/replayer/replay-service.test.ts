import { MessageRegistry, type orrery } from "@orrery/msgs";
import { expect, onTestFinished, test } from "vitest";
import { logTo } from "../base/log.ts";
import { SystemLibrary } from "../runner/systems/system-library.ts";
import { builtInSystems } from "../systems/built-in.ts";
import { TestSim, type TestSimOptions } from "../testing/test-sim.ts";
import { ReplayQueue } from "./replay-queue.ts";
import { ReplayService } from "./replay-service.ts";
import { transferOf, type FromReplayer, type ToReplayer } from "./replayer-messages.ts";

const BALL = `<model name="ball"><pose>0 0 50 0 0 0</pose><link name="l"/></model>`;

test("[RP9] a replay of which nothing has come yet goes before one that has shown what is looked at", async () => {
  const sim = await replayed({ history: { enabled: true } });
  const order: string[] = [];
  const long = await begin(sim, { items: ["sim_time"], focus: { end: { nsec: 1e6 } } }, order);
  await passing(sim, () => order.length > 0);
  const short = await begin(sim, { items: ["iterations"], end: { nsec: 1e7 }, focus: {} }, order);
  await passing(sim, () => order.filter((line) => line.endsWith("done")).length === 2);
  expect(order.filter((line) => line.endsWith("done"))).toEqual([`${short} done`, `${long} done`]);
  const steps = order.flatMap((line) => (line.startsWith(`${long} `) && !line.endsWith("done") ? [line] : []));
  expect(steps).toHaveLength(STEPS);
});

test("[RP5] without a history, a replay is refused with the reason", async () => {
  const sim = await replayed({});
  const request = sim.node.request("/introspection/test/replay", { items: ["sim_time"] });
  sim.runner.pass();
  await expect(request).rejects.toThrow("the history is switched off: nothing of the past is remembered");
});

const STEPS = 5000;

/** Returns a world with a past, and with a replayer in this thread. */
async function replayed(options: TestSimOptions): Promise<TestSim> {
  const sim = await TestSim.load(BALL, options);
  sim.run({ steps: options.history === undefined ? 1 : STEPS });
  const service = new ReplayService({
    runner: sim.runner,
    nowMs: () => performance.now(),
    start(receive) {
      const later = <M extends ToReplayer | FromReplayer>(take: (message: M) => void) => {
        return (message: M): void => {
          const copy = structuredClone(message, { transfer: transferOf(message) });
          setImmediate(() => take(copy));
        };
      };
      let nowMs = 0;
      const queue = new ReplayQueue({
        library: new SystemLibrary(builtInSystems),
        messages: new MessageRegistry(),
        log: logTo(() => undefined),
        // The clock counts calls, so a slice always has the same number of steps.
        nowMs: () => nowMs++,
        post: later(receive),
        async breathe() {
          // The first replay makes only one slice before the second one begins.
          do await new Promise((resolve) => setImmediate(resolve));
          while (received < 2);
        },
      });
      let received = 0;
      const post = later((message: ToReplayer) => {
        if (message.kind === "replay") received++;
        queue.receive(message);
      });
      return { post, [Symbol.dispose]: () => undefined };
    },
  });
  onTestFinished(() => {
    service[Symbol.dispose]();
    sim[Symbol.dispose]();
  });
  return sim;
}

/** Begins a replay, and records its samples and its end in `order`. */
async function begin(sim: TestSim, request: orrery.ReplayRequest, order: string[]): Promise<string> {
  const answer = sim.node.request("/introspection/test/replay", request, { response: "orrery.msgs.ReplayStart" });
  sim.runner.state.pause();
  sim.runner.pass();
  const { id = "", topic = "" } = await answer;
  sim.node.subscribe(topic, "orrery.msgs.ReplaySamples", ({ value: { samples, done } }) => {
    for (const step of samples?.steps ?? []) order.push(`${id} ${step}`);
    if (done === true) order.push(`${id} done`);
  });
  return id;
}

async function passing(sim: TestSim, isDone: () => boolean): Promise<void> {
  await expect
    .poll(
      () => {
        sim.runner.pass();
        return isDone();
      },
      { timeout: 20_000, interval: 1 },
    )
    .toBe(true);
}
