import { expect, test } from "vitest";
import { ball } from "../../testing/counter.ts";
import { TestSim } from "../../testing/test-sim.ts";
import type { Activity } from "../activity.ts";
import { defineSystem, type System } from "./system.ts";

/** Returns a world with a falling ball and a system of the test. */
function load(system: System, activity?: Activity): Promise<TestSim> {
  const own = defineSystem({ name: "own", create: () => system });
  return TestSim.load(ball, {
    systems: [own],
    defaultSystems: ["physics", "own"],
    history: { enabled: true },
    ...(activity && { activity }),
  });
}

function statesOf(sim: TestSim): (readonly [string, string, string | undefined])[] {
  return sim.runner.systems.list().map(({ name, state, failure }) => [name, state, failure?.phase] as const);
}

test("[RU64] a system whose state cannot be saved is stopped and named; keyframes are made without it", async () => {
  let isBroken = false;
  using sim = await load({
    save: () => {
      if (isBroken) throw new Error("save failed");
      return new Uint8Array(1);
    },
  });
  sim.run({ steps: 5 });
  isBroken = true;
  const { states } = sim.runner.keyframe();
  expect([...states.keys()]).toHaveLength(1);
  expect(statesOf(sim)).toEqual([
    ["own", "stopped", "save"],
    ["physics", "running", undefined],
  ]);
  sim.run({ steps: 5 });
  expect(sim.runner.now().count).toBe(10);
});

test("[RU64] a jump for which a system cannot restore its state is refused; one that cannot go back either is stopped", async () => {
  let failures = 1;
  using sim = await load({
    save: () => new Uint8Array(1),
    restore: () => {
      if (failures-- > 0) throw new Error("restore failed");
    },
  });
  const goTo = (timeNs: number): void => sim.runner.timeline.goTo({ id: "", timeNs }, { author: "", authorName: "" });
  sim.run({ steps: 100 });
  const hash = sim.runner.hash();
  expect(() => goTo(10e6)).toThrow("restore failed");
  expect([sim.runner.hash(), sim.runner.now().count]).toEqual([hash, 100]);
  failures = 2;
  expect(() => goTo(10e6)).toThrow("restore failed");
  expect(sim.runner.now().count).toBe(100);
  expect(statesOf(sim)).toEqual([
    ["own", "stopped", "restore"],
    ["physics", "running", undefined],
  ]);
  sim.run({ steps: 10 });
  expect(sim.runner.now().count).toBe(110);
});

test("[RU64] a phase that is a promise and rejects stops its system, once", async () => {
  let calls = 0;
  // A mistake that authors make who do not know that nobody awaits a phase.
  const preUpdate = (): unknown => {
    calls++;
    return Promise.reject(new Error("too late"));
  };
  using sim = await load({ preUpdate });
  sim.run({ steps: 1 });
  await Promise.resolve();
  sim.run({ steps: 10 });
  expect(calls).toBe(1);
  expect(statesOf(sim)).toEqual([
    ["own", "stopped", "preUpdate"],
    ["physics", "running", undefined],
  ]);
  expect(sim.log.filter(({ level }) => level === "error")).toHaveLength(1);
});

test("[RU64] a rejection that comes before a jump in time stops nothing after it", async () => {
  let rejects = true;
  const preUpdate = (): unknown => (rejects ? Promise.reject(new Error("too late")) : undefined);
  using sim = await load({ preUpdate });
  const before = sim.runner.keyframe();
  sim.run({ steps: 1 });
  await Promise.resolve();
  rejects = false;
  sim.runner.restore(before);
  sim.run({ steps: 10 });
  expect(statesOf(sim)).toEqual([
    ["own", "running", undefined],
    ["physics", "running", undefined],
  ]);
});

test("[RU65] whoever watches is told which system acts in which phase, and whose input takes effect", async () => {
  const told: string[] = [];
  const names = [""];
  const activity: Activity = {
    register: ({ key, name, scoped }) => names.push(`${name} of ${scoped} (${key})`) - 1,
    system: (number, act) => number > 0 && told.push(`${names[number]} in ${act}`),
    input: (input) => told.push(input === undefined ? "done" : input.kind),
    travelling: () => true,
  };
  using sim = await load({ update: () => told.push("updating") }, activity);
  told.length = 0;
  // A message without effect leaves nothing to settle.
  sim.publish("/none", "gz.msgs.Empty", {});
  sim.runner.pass();
  expect(told.slice(0, 2)).toEqual(["message", "done"]);
  told.length = 0;
  sim.request("/world/test/set_physics", "gz.msgs.Physics", { gravity: { z: -1 } });
  sim.run({ steps: 1 });
  expect(told.slice(0, 3)).toEqual(["request", "physics of test (1/physics) in settle", "done"]);
  const own = told.indexOf("own of test (1/own) in update");
  expect(told[own + 1]).toBe("updating");
});
