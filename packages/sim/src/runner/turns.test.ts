import { expect, test } from "vitest";
import { TestSim } from "../testing/test-sim.ts";
import { serve, type Host } from "./serve.ts";
import { defineSystem } from "./system.ts";

/** A clock that moves when somebody sleeps, and when a request is at work: a test knows every millisecond. */
class WorkClock implements Host {
  ms = 0;
  stopped = false;
  onPoll: () => void = () => undefined;

  nowMs(): number {
    return this.ms;
  }

  poll(): void {
    this.onPoll();
  }

  sleep(ms: number): void {
    this.ms += ms;
  }

  async breathe(): Promise<void> {}
}

interface Flooded {
  readonly sim: TestSim;
  readonly clock: WorkClock;
  /** The service `/work` takes so long. */
  readonly ask: (caller: string, ms: number) => void;
  /** Who was served, in order. */
  readonly served: string[];
}

/** Steps take no time, requests what they say. */
async function flooded(options: { readonly paused?: boolean; readonly history?: boolean } = {}): Promise<Flooded> {
  const clock = new WorkClock();
  const served: string[] = [];
  const worker = defineSystem({
    name: "worker",
    summary: "",
    create: ({ node }) => {
      node.service<{ data?: number }>("/work", "gz.msgs.Double", "gz.msgs.Empty", ({ data = 0 }, { caller }) => {
        served.push(caller);
        clock.ms += data;
        return {};
      });
      return {};
    },
  });
  const { paused = false, history = false } = options;
  const sim = await TestSim.load("", {
    systems: [worker],
    defaultSystems: ["worker"],
    targetFactor: 1,
    paused,
    nowMs: () => clock.ms,
    history: { enabled: history },
  });
  const ask = (caller: string, data: number): void => {
    const bytes = sim.runner.messages.encode("gz.msgs.Double", { data });
    sim.runner.bus.inbox.push({ kind: "request", id: 0, service: "/work", type: "gz.msgs.Double", caller, bytes });
  };
  return { sim, clock, ask, served };
}

test("[RU60] callers who have not used up their time are served in the order in which they asked", async () => {
  const { sim, clock, ask, served } = await flooded();
  using _ = sim;
  for (const caller of ["a", "b", "a", "c", "b"]) ask(caller, 0.01);
  clock.onPoll = () => (clock.stopped = served.length === 5);
  await serve(sim.runner, clock);
  expect(served).toEqual(["a", "b", "a", "c", "b"]);
});

test("[RU60] who asks little is served at once while another floods; what the flood asks is done in its order", async () => {
  const { sim, clock, ask, served } = await flooded();
  using _ = sim;
  for (let i = 0; i < 500; i++) ask("flood", 1);
  let askedMs = Infinity;
  clock.onPoll = () => {
    if (clock.ms >= 300 && askedMs === Infinity) {
      askedMs = clock.ms;
      ask("good", 0.1);
    }
    clock.stopped = served.includes("good");
  };
  await serve(sim.runner, clock);
  expect(served.length).toBeLessThan(499);
  // One request of the flood, and the debt that the last ones left.
  expect(clock.ms - askedMs).toBeLessThan(10);
});

test("[RU61] a flood of requests leaves a world the time for its steps", async () => {
  const { sim, clock, ask, served } = await flooded();
  using _ = sim;
  clock.onPoll = () => {
    for (let waiting = sim.runner.bus.inbox.size; waiting < 200; waiting++) ask(`flood ${waiting % 20}`, 0.2);
    clock.stopped = clock.ms >= 3000;
  };
  await serve(sim.runner, clock);
  expect(sim.runner.now().timeNs / 1e6 / clock.ms).toBeGreaterThan(0.95);
  expect(served.length).toBeGreaterThan(1000);
});

test("[RU61] who asks for what takes a second is made to wait, and not the world", async () => {
  const { sim, clock, ask, served } = await flooded();
  using _ = sim;
  clock.onPoll = () => {
    if (sim.runner.bus.inbox.size === 0) ask("slow", 1000);
    clock.stopped = served.length >= 10;
  };
  await serve(sim.runner, clock);
  // Each costs the world its second, but not the next one too: the debt of 500 ms is paid back first.
  expect(sim.runner.now().timeNs / 1e6).toBeGreaterThan(9 * 500);
});

test("[RU61] a paused world serves all it can, and still comes round", async () => {
  const { sim, clock, ask, served } = await flooded({ paused: true });
  using _ = sim;
  for (let i = 0; i < 300; i++) ask("flood", 1);
  let longestMs = 0;
  let lastMs = 0;
  clock.onPoll = () => {
    longestMs = Math.max(longestMs, clock.ms - lastMs);
    lastMs = clock.ms;
    clock.stopped = served.length === 300;
  };
  await serve(sim.runner, clock);
  expect(clock.ms).toBeLessThan(301);
  expect(longestMs).toBeLessThanOrEqual(51);
});

test("[RU62] a world makes its steps between jumps, however many are asked for; of several in a row the last counts", async () => {
  const { sim, clock } = await flooded({ history: true });
  using _ = sim;
  const { runner } = sim;
  let jumps = 0;
  runner.past.jumps.on(() => {
    jumps++;
    clock.ms += 20;
  });
  let steps = 0;
  runner.onPass.on(({ paused }) => (steps += paused ? 0 : 1));
  clock.onPoll = () => {
    const bytes = runner.messages.encode("orrery.msgs.GoTo", { time: { nsec: 5_000_000 } });
    const go = { kind: "request", service: "/world/test/history/go_to", type: "orrery.msgs.GoTo", bytes } as const;
    for (const caller of ["a", "b"]) runner.bus.inbox.push({ ...go, id: 0, caller });
    clock.stopped = clock.ms >= 4000;
  };
  await serve(runner, clock);
  // 20 ms each, then 60 ms of steps.
  expect(jumps).toBeGreaterThan(30);
  expect(jumps).toBeLessThanOrEqual(51);
  expect(steps / clock.ms).toBeGreaterThan(0.7);
});
