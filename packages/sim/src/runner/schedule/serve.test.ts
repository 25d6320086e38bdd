import { expect, test } from "vitest";
import { TestSim } from "../../testing/test-sim.ts";
import { serve, type Host } from "./serve.ts";

/** A host whose clock moves when it sleeps or the world steps, so that a test knows every millisecond. */
class StepClock implements Host {
  ms = 0;
  breaths = 0;
  stopped = false;
  readonly #onPoll: (host: StepClock) => void;

  constructor(onPoll: (host: StepClock) => void) {
    this.#onPoll = onPoll;
  }

  nowMs(): number {
    return this.ms;
  }

  poll(): void {
    this.#onPoll(this);
  }

  sleep(ms: number): void {
    this.ms += ms;
  }

  async breathe(): Promise<void> {
    this.breaths++;
  }
}

test("[RU28] simulated time keeps the ratio to real time that is asked for", async () => {
  for (const factor of [0.5, 1, 4]) {
    using sim = await TestSim.load("", { targetFactor: factor });
    const host = new StepClock((self) => (self.stopped = sim.runner.now().count >= 200));
    await serve(sim.runner, host);
    // 200 steps of a millisecond; the first is due at once
    expect(host.ms).toBeCloseTo(199 / factor, 6);
    expect(host.breaths).toBeGreaterThanOrEqual(Math.floor(host.ms / 20));
  }
});

test("[RU28] 0 is as fast as possible, and events still get their turn", async () => {
  using sim = await TestSim.load("", { targetFactor: 0 });
  const host = new StepClock((self) => {
    self.ms += 1;
    self.stopped = sim.runner.now().count >= 100;
  });
  await serve(sim.runner, host);
  expect(host.breaths).toBe(10);
});

test("[RU28] a host that was held up does not make a world race to catch up", async () => {
  using sim = await TestSim.load("", { targetFactor: 1 });
  let isHeldUp = false;
  const host = new StepClock((self) => {
    const { count } = sim.runner.now();
    if (count === 50 && !isHeldUp) {
      self.ms += 5000;
      isHeldUp = true;
    }
    self.stopped = count >= 150;
  });
  await serve(sim.runner, host);
  expect(host.ms).toBeGreaterThan(5000 + 149 - 5);
});

test("[RU28] a world that went to a later time runs on from there at once", async () => {
  using sim = await TestSim.load("", { targetFactor: 1, history: { enabled: true } });
  const { timeline } = sim.runner;
  const jumps = [
    { atStep: 200, to: { id: "", timeNs: 50e6 } },
    { atStep: 60, to: { id: "s1", timeNs: undefined } },
  ];
  const host = new StepClock((self) => {
    const { count } = sim.runner.now();
    if (count === jumps[0]?.atStep) timeline.goTo(jumps.shift()!.to, { author: "", authorName: "" });
    self.stopped = jumps.length === 0 && sim.runner.now().count >= 210;
  });
  await serve(sim.runner, host);
  // 200 steps, 10 after the jump back, 10 after the jump forward; the first step of each is due at once
  expect(host.ms).toBeCloseTo(199 + 9 + 9, 6);
});

test("[RU29] a paused world takes an input at once, and makes a pass now and then", async () => {
  using sim = await TestSim.load("", { paused: true });
  let askedMs = 0;
  const host = new StepClock((self) => {
    if (self.ms >= 250 && askedMs === 0) {
      askedMs = self.ms;
      sim.request("/world/test/control", "gz.msgs.WorldControl", { pause: true, multi_step: 3 });
    }
    self.stopped = sim.runner.now().count >= 3;
  });
  await serve(sim.runner, host);
  expect(host.ms - askedMs).toBeLessThan(5);
});

test("[RU29] who watches is told at once that a world which ran to a time is paused", async () => {
  using sim = await TestSim.load("", { targetFactor: 1 });
  sim.runner.state.runTo(10e6);
  const told: { readonly paused: boolean; readonly ms: number }[] = [];
  const host = new StepClock((self) => (self.stopped = told.at(-1)?.paused ?? false));
  sim.runner.onPass.on(({ paused }) => told.push({ paused, ms: host.ms }));
  await serve(sim.runner, host);
  expect(told).toHaveLength(11);
  expect(told[10]!.ms).toBe(told[9]!.ms);
});
