import { expect, test } from "vitest";
import { Plugins } from "../../components/simulation.ts";
import { numeric } from "../../ecs/component.ts";
import { threeBoxes } from "../../testing/boxes.ts";
import { plugin, TestSim } from "../../testing/test-sim.ts";
import type { StampedInput, WorldInput } from "../world-input.ts";
import { numberParam } from "./params.ts";
import { defineSystem } from "./system.ts";

test("[RU21] inputs in one paused pass or in several make the same world, systems started included", async () => {
  const Made = numeric("test.Made", { times: 0 });
  const marker = defineSystem({
    name: "marker",
    create: ({ entity, world: made }) => {
      made.set(entity, Made, { times: (made.get(entity, Made)?.times ?? 0) + 1 });
      return {};
    },
  });
  const run = async (passesBetween: number): Promise<string> => {
    using sim = await TestSim.load(threeBoxes, { systems: [marker], paused: true });
    await sim.runner.library.load(plugin("marker"));
    const { root } = sim.runner;
    const inputs: WorldInput[] = [
      { kind: "start-systems", entity: root, plugins: [plugin("marker")] },
      request(sim, "/world/test/entity/system/remove", "gz.msgs.EntityPlugin_V", { plugins: [{ name: "marker" }] }),
      request(sim, "/world/test/set_physics", "gz.msgs.Physics", { gravity: { z: -3 } }),
      request(sim, "/world/test/control", "gz.msgs.WorldControl", { pause: true, multi_step: 100 }),
    ];
    for (const input of inputs) {
      sim.runner.inputs.replay(input);
      sim.run({ steps: passesBetween });
    }
    sim.run({ steps: 200 });
    expect(sim.runner.now().count).toBe(100);
    return sim.runner.hash();
  };
  expect(await run(3)).toBe(await run(0));
});

test("[RU22] replaying recorded inputs starts an added system once", async () => {
  const idle = defineSystem({ name: "idle", create: () => ({}) });
  const recorded: StampedInput[] = [];
  using live = await TestSim.load(threeBoxes, { systems: [idle] });
  live.runner.onInput.on((stamped) => recorded.push(stamped));
  live.request("/world/test/entity/system/add", "gz.msgs.EntityPlugin_V", { plugins: [{ name: "idle" }] });
  for (let i = 0; i < 40; i++) {
    live.run({ steps: 1 });
    await Promise.resolve();
  }
  expect(recorded.map(({ input }) => input.kind)).toEqual(["request", "start-systems"]);
  using again = await TestSim.load(threeBoxes, { systems: [idle], isRerun: true });
  await again.runner.library.load(plugin("idle"));
  for (let step = 0; step < 40; step++) {
    for (const { step: at, input } of recorded) {
      if (at !== step) continue;
      again.runner.inputs.replay(input);
    }
    again.run({ steps: 1 });
    await Promise.resolve();
  }
  expect(again.runner.systems.list()).toHaveLength(2);
  expect(again.runner.hash()).toBe(live.runner.hash());
});

test("[RU23] a system that failed stays stopped in a restored run, and comes back when time goes back before its failure", async () => {
  const faulty = defineSystem({
    name: "faulty",
    create: () => ({
      preUpdate({ count }) {
        if (count === 10) throw new Error("no luck");
      },
    }),
  });
  const options = { systems: [faulty], defaultSystems: ["physics", "faulty"] };
  using sim = await TestSim.load(threeBoxes, options);
  const states = (each: TestSim) => each.runner.systems.list().map(({ name, state }) => [name, state]);
  sim.run({ steps: 5 });
  const before = sim.runner.keyframe();
  sim.run({ steps: 10 });
  using other = await TestSim.load(threeBoxes, options);
  await other.runner.load(sim.runner.save());
  expect(states(other)).toEqual([
    ["faulty", "stopped"],
    ["physics", "running"],
  ]);
  expect(other.runner.hash()).toBe(sim.runner.hash());
  sim.runner.restore(before);
  expect(states(sim)).toEqual([
    ["faulty", "running"],
    ["physics", "running"],
  ]);
});

test("[RU23] one of two of the same name that comes back acts in its old place", async () => {
  const Last = numeric("test.Last", { value: 0 });
  const writer = defineSystem({
    name: "writer",
    params: { value: numberParam("value", 0, "what it writes") },
    create: ({ entity, params }) => ({
      preUpdate({ count }, made) {
        if (count === 10 && params.value === 1) throw new Error("no luck");
        made.set(entity, Last, params);
      },
    }),
  });
  using sim = await TestSim.load(threeBoxes, { systems: [writer] });
  const { runner } = sim;
  const writers = [1, 2].map((value) => plugin("writer", `<value>${value}</value>`));
  await runner.library.load(writers[0]!);
  runner.world.set(runner.root, Plugins, writers);
  sim.run({ steps: 5 });
  const before = runner.keyframe();
  sim.run({ steps: 10 });
  runner.restore(before);
  sim.run({ steps: 1 });
  expect(runner.world.get(runner.root, Last)).toEqual({ value: 2 });
});

function request(sim: TestSim, service: string, type: string, value: Parameters<TestSim["request"]>[2]) {
  return { kind: "request", id: 0, service, type, bytes: sim.runner.messages.encode(type, value) } as const;
}
