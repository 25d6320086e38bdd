import { expect, test } from "vitest";
import { TestSim } from "../../testing/test-sim.ts";
import { serve, type Host } from "./serve.ts";
import { defineSystem } from "../systems/system.ts";

/** A clock that moves when the host sleeps, and when a request is at work, so that a test knows every millisecond. */
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
  /** Calls the service `/work`, whose handler takes `ms`. */
  readonly ask: (caller: string, ms: number) => void;
  /** The callers that were served, in order. */
  readonly served: string[];
}

/** Creates a world in which steps take no time, and requests take the time that they name. */
async function flooded(options: { readonly paused?: boolean; readonly history?: boolean } = {}): Promise<Flooded> {
  const clock = new WorkClock();
  const served: string[] = [];
  const worker = defineSystem({
    name: "worker",
    summary: "",
    create: ({ node }) => {
      node.service("/work", { request: "gz.msgs.Double", response: "gz.msgs.Empty" }, ({ data = 0 }, { caller }) => {
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
  // One request of the flood, and the debt from the previous ones.
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
  // Each costs the world one second, but not the next second too: the debt of 500 ms is paid back first.
  expect(sim.runner.now().timeNs / 1e6).toBeGreaterThan(9 * 500);
});

test("[RU61] what takes long costs more than its time: it keeps others waiting", async () => {
  const { sim, clock, ask, served } = await flooded();
  using _ = sim;
  clock.onPoll = () => {
    const waiting = new Set([...sim.runner.bus.inbox.callers()].map(({ caller }) => caller));
    if (!waiting.has("long")) ask("long", 20);
    for (let i = waiting.has("short") ? 20 : 0; i < 20; i++) ask("short", 1);
    clock.stopped = clock.ms >= 10_000;
  };
  await serve(sim.runner, clock);
  const used = (caller: string, ms: number): number => served.filter((one) => one === caller).length * ms;
  expect(used("long", 20)).toBeGreaterThan(0);
  expect(used("long", 20)).toBeLessThan(used("short", 1) / 2);
});

test("[RU60] who asks little is served in the next pass, also when others have used up its time", async () => {
  const { sim, clock, ask, served } = await flooded();
  using _ = sim;
  let passes = 0;
  sim.runner.onPass.on(() => passes++);
  const waited: number[] = [];
  let askedAt = 0;
  clock.onPoll = () => {
    for (let i = sim.runner.bus.inbox.size; i < 40; i++) ask(`flood ${i}`, 8);
    const goods = served.filter((one) => one === "good").length;
    if (goods > waited.length) waited.push(passes - askedAt);
    if (passes - askedAt > 100 && goods === waited.length) {
      askedAt = passes;
      ask("good", 0.1);
    }
    clock.stopped = waited.length >= 10;
  };
  await serve(sim.runner, clock);
  expect(Math.max(...waited)).toBeLessThanOrEqual(2);
});

test("[RU60] of those who use little, each in turn: thousands of small messages come before no request", async () => {
  const { sim, clock, ask, served } = await flooded();
  using _ = sim;
  let askedAt = 0;
  clock.onPoll = () => {
    for (let i = sim.runner.bus.inbox.size; i < 800; i++) ask("small", 0.005);
    if (askedAt === 0 && served.length > 2000) {
      askedAt = served.length;
      ask("good", 0.1);
    }
    clock.stopped = served.includes("good") || clock.ms > 5000;
  };
  await serve(sim.runner, clock);
  expect(served.indexOf("good") - askedAt).toBeLessThanOrEqual(1);
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

/** Returns a world whose jumps take 100 ms each. */
async function jumping(): Promise<Flooded & { readonly jump: (caller: string) => void; readonly jumped: string[] }> {
  const world = await flooded({ history: true });
  const { runner } = world.sim;
  const jumped: string[] = [];
  runner.past.jumps.on(({ author }) => {
    jumped.push(author);
    world.clock.ms += 100;
  });
  const jump = (caller: string): void => {
    const bytes = runner.messages.encode("orrery.msgs.GoTo", { time: { nsec: 5_000_000 } });
    const go = { kind: "request", service: "/world/test/history/go_to", type: "orrery.msgs.GoTo", bytes } as const;
    runner.bus.inbox.push({ ...go, id: 0, caller });
  };
  return { ...world, jump, jumped };
}

test("[RU67] who jumps all the time has a second of it, then a hundredth of the time", async () => {
  const { sim, clock, jump, jumped } = await jumping();
  using _ = sim;
  let steps = 0;
  sim.runner.onPass.on(({ paused }) => (steps += paused ? 0 : 1));
  clock.onPoll = () => {
    for (const caller of ["a", "b"]) jump(caller);
    clock.stopped = clock.ms >= 60_000;
  };
  await serve(sim.runner, clock);
  // 1 s is saved up, 0.5 s is in reserve, and 0.6 s are earned in the meantime.
  expect(jumped.length).toBeLessThanOrEqual(23);
  expect(jumped.length).toBeGreaterThan(14);
  expect(steps / clock.ms).toBeGreaterThan(0.95);
});

test("[RU67] who has not jumped lately may, while somebody else jumps all the time", async () => {
  const { sim, clock, jump, jumped } = await jumping();
  using _ = sim;
  let asked = false;
  clock.onPoll = () => {
    jump("flood");
    if (clock.ms >= 30_000 && !asked) {
      asked = true;
      jump("good");
    }
    clock.stopped = jumped.includes("good") || clock.ms >= 32_000;
  };
  await serve(sim.runner, clock);
  expect(jumped).toContain("good");
});
