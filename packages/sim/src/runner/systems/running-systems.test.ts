import type { gz, MessageOf, orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { Name } from "../../components/identity.ts";
import { FailedSystems } from "../../components/simulation.ts";
import { writeSdf } from "../../formats/sdf/write/write-sdf.ts";
import { saveWorld } from "../../entities/kinds/world.ts";
import { TestSim } from "../../testing/test-sim.ts";
import { numberParam, vec3Param } from "./params.ts";
import { defineSystem } from "./system.ts";

import { ball, Count, counter } from "../../testing/counter.ts";

test("[RU5] a system that throws is stopped and reported; the world runs on without it", async () => {
  const faulty = defineSystem({
    name: "faulty",
    create: () => ({
      preUpdate({ count }) {
        if (count === 3) throw new Error("no luck");
      },
    }),
  });
  using sim = await TestSim.load(ball, { systems: [faulty], defaultSystems: ["physics", "faulty"] });
  const reports: orrery.SystemReport[] = [];
  sim.node.subscribe("/world/test/system/failures", "orrery.msgs.SystemReport", ({ value }) => reports.push(value));
  sim.run({ steps: 10 });
  expect(reports.map(({ name, phase }) => ({ name, phase }))).toEqual([{ name: "faulty", phase: "preUpdate" }]);
  expect(reports[0]?.error).toContain("no luck");
  expect(sim.runner.systems.list().map(({ name, state }) => [name, state])).toEqual([
    ["faulty", "stopped"],
    ["physics", "running"],
  ]);
  expect(sim.runner.now().count).toBe(10);
});

test("[RU6] an unknown system is reported with the nearest known name and its place, and the world loads", async () => {
  using sim = await TestSim.load(`<plugin name="gz::sim::systems::Phisics" filename="x"/>${ball}`);
  expect(sim.log.map(({ message }) => message).join()).toMatch(
    /test\.sdf:1:\d+: there is no system "gz::sim::systems::Phisics"; did you mean "gz::sim::systems::Physics"\?/,
  );
  sim.run({ steps: 10 });
  expect(sim.runner.now().count).toBe(10);
});

test("[RU6] a state of a world that runs without an unknown system loads, and continues without it", async () => {
  const load = (): Promise<TestSim> =>
    TestSim.load(`<plugin name="physics" filename=""/><plugin name="nobody-knows-me" filename=""/>${ball}`);
  using sim = await load();
  sim.run({ steps: 10 });
  using other = await load();
  await other.runner.load(sim.runner.save());
  for (const each of [sim, other]) each.run({ steps: 10 });
  expect(other.runner.hash()).toBe(sim.runner.hash());
});

test("[RU10] systems are added to and removed from a running world by service, and refusals say why", async () => {
  using sim = await TestSim.load(ball, { systems: [counter] });
  const ask = async (service: string, name: string): Promise<gz.Boolean> => {
    const answer = sim.node.request(
      `/world/test/entity/system/${service}`,
      { plugins: [{ name }] },
      { response: "gz.msgs.Boolean" },
    );
    // Loading is asynchronous, and passes continue in the meantime.
    for (let turn = 0; turn < 20; turn++) {
      sim.run({ steps: 1 });
      await Promise.resolve();
    }
    return answer;
  };
  expect(await ask("add", "counter")).toEqual({ data: true });
  sim.run({ steps: 10 });
  const counted = sim.runner.world.get(sim.runner.root, Count)!.steps;
  expect(counted).toBeGreaterThan(0);
  expect(await ask("remove", "counter")).toEqual({ data: true });
  const after = sim.runner.world.get(sim.runner.root, Count)!.steps;
  sim.run({ steps: 10 });
  expect(sim.runner.world.get(sim.runner.root, Count)!.steps).toBe(after);
  // An absent Boolean.data is false.
  const refused = await ask("add", "countr");
  expect(refused.data ?? false).toBe(false);
  expect(refused.header?.data).toEqual([
    { key: "error", value: ['there is no system "countr"; did you mean "counter"?'] },
  ]);
});

test("[RU40] the list of systems says why one was stopped; that of available ones has parameters and help", async () => {
  const faulty = defineSystem({
    name: "faulty",
    summary: "Fails.",
    params: { at: numberParam("at", 1.5, "s"), where: vec3Param("where", { x: 1, y: 0, z: 2 }) },
    create: () => ({
      update() {
        throw new Error("as it should");
      },
    }),
  });
  const modules = { load: async () => undefined, has: async () => false, names: () => ["elsewhere"] };
  using sim = await TestSim.load(ball, { systems: [faulty], modules, defaultSystems: ["faulty"] });
  sim.run({ steps: 1 });
  const ask = <Type extends string>(service: string, response: Type): Promise<MessageOf<Type>> => {
    const answer = sim.node.request(service, {}, { response });
    sim.run({ steps: 1 });
    return answer;
  };
  const { systems } = await ask("/world/test/systems", "orrery.msgs.SystemList");
  expect(systems).toMatchObject([{ name: "faulty", state: "STOPPED", phase: "update" }]);
  expect(systems![0]!.error).toContain("as it should");
  const { systems: all = [] } = await ask("/world/test/systems/available", "orrery.msgs.AvailableSystemList");
  const names = all.map(({ name = "" }) => name);
  expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)));
  expect(all.find(({ name }) => name === "faulty")).toMatchObject({
    summary: "Fails.",
    params: [
      { element: "at", initial: "1.5", doc: "s" },
      { element: "where", initial: "1 0 2", doc: "" },
    ],
    loaded: true,
  });
  expect(all.find(({ name }) => name === "elsewhere")).toMatchObject({ loaded: false });
  expect(all.find(({ name }) => name === "physics")).toMatchObject({ single: true });
});

test("[RU24] a second physics, or one on a model, is left out and refused: it would move everything twice", async () => {
  const twice = `<plugin name="physics" filename=""/><plugin name="gz::sim::systems::Physics" filename="x"/>`;
  using sim = await TestSim.load(twice + ball.replace("</model>", `<plugin name="physics" filename=""/></model>`));
  expect(sim.runner.systems.list()).toHaveLength(1);
  expect(sim.log.filter(({ level }) => level === "error")).toHaveLength(2);
  const answer = sim.node.request(
    "/world/test/entity/system/add",
    { plugins: [{ name: "physics" }] },
    { response: "gz.msgs.Boolean" },
  );
  for (let turn = 0; turn < 20; turn++) {
    sim.run({ steps: 50 });
    await Promise.resolve();
  }
  expect((await answer).header?.data?.[0]?.value).toEqual([
    "system physics must be attached to the world itself, once",
  ]);
  expect(sim.poseOf("ball").z).toBeCloseTo(5 - 9.8 / 2, 1);
});

test("[RU32] a system that failed can be removed and added again, and others of its name keep their own fate", async () => {
  const fragile = defineSystem({
    name: "fragile",
    params: { fails: numberParam("fails", 0) },
    create: ({ params }) => ({
      preUpdate() {
        if (params.fails !== 0) throw new Error("broken");
      },
    }),
  });
  const named = (inner: string): string => `<plugin name="fragile" filename="">${inner}</plugin>`;
  const [systems, defaultSystems] = [[fragile], []];
  using sim = await TestSim.load(`${named("<fails>1</fails>")}${named("")}${ball}`, { systems, defaultSystems });
  sim.run({ steps: 1 });
  const states = (): string[] => sim.runner.systems.list().map(({ state }) => state);
  expect(states()).toEqual(["stopped", "running"]);
  sim.request("/world/test/entity/system/remove", "gz.msgs.EntityPlugin_V", { plugins: [{ name: "fragile" }] });
  sim.run({ steps: 1 });
  expect(states()).toEqual(["running"]);
  expect(sim.runner.world.get(sim.runner.root, FailedSystems)).toEqual([]);
});

test("[RU32] one of which a world has one is replaced by adding it when it has failed", async () => {
  const fails = { count: 0 };
  const single = defineSystem({
    name: "only-one",
    single: true,
    create: () => ({
      update() {
        if (fails.count++ === 0) throw new Error("broken");
      },
    }),
  });
  using sim = await TestSim.load(ball, { systems: [single], defaultSystems: ["physics", "only-one"] });
  sim.run({ steps: 2 });
  expect(sim.runner.systems.isRunning("only-one")).toBe(false);
  const answer = sim.node.request(
    "/world/test/entity/system/add",
    { plugins: [{ name: "only-one" }] },
    { response: "gz.msgs.Boolean" },
  );
  for (let turn = 0; turn < 20; turn++) {
    sim.run({ steps: 1 });
    await Promise.resolve();
  }
  expect((await answer).data).toBe(true);
  expect(sim.runner.systems.isRunning("only-one")).toBe(true);
  expect(sim.runner.systems.list()).toHaveLength(2);
});

test("[RU10] a system that cannot be made, or whose parameters are wrong, is refused and leaves nothing behind", async () => {
  const stillborn = defineSystem({
    name: "stillborn",
    create: () => {
      throw new Error("not today");
    },
  });
  const picky = defineSystem({ name: "picky", params: { force: numberParam("force", 1) }, create: () => ({}) });
  using sim = await TestSim.load(ball, { systems: [stillborn, picky] });
  const add = async (name: string, innerxml = ""): Promise<gz.Boolean> => {
    const answer = sim.node.request(
      "/world/test/entity/system/add",
      { plugins: [{ name, innerxml }] },
      { response: "gz.msgs.Boolean" },
    );
    for (let turn = 0; turn < 20; turn++) {
      sim.run({ steps: 1 });
      await Promise.resolve();
    }
    return answer;
  };
  expect((await add("stillborn")).data ?? false).toBe(false);
  expect((await add("picky", "<force>much</force>")).header?.data?.[0]?.value?.[0]).toContain('"much" is not a number');
  expect((await add("picky", "<force>3</for")).data ?? false).toBe(false);
  expect((await add("picky", "<force>3</force>")).data).toBe(true);
  expect(sim.runner.systems.list().map(({ name }) => name)).toEqual(["physics", "picky"]);
});

test("[RU51] a plugin of a link, visual, sensor or actor runs on that part, and is saved with it", async () => {
  const named = '<plugin name="counter" filename=""/>';
  const parts = `<model name="m"><link name="l">${named}
    <visual name="v"><geometry><sphere><radius>1</radius></sphere></geometry>${named}</visual>
    <sensor name="s" type="contact">${named}</sensor></link></model><actor name="a">${named}</actor>`;
  using sim = await TestSim.load(parts, { systems: [counter], defaultSystems: [] });
  sim.run({ steps: 3 });
  const { world, root } = sim.runner;
  const counts = new Map([...world.query(Count)].map(([entity, { steps }]) => [world.get(entity, Name), steps]));
  expect(Object.fromEntries(counts)).toEqual({ a: 3, l: 3, s: 3, v: 3 });
  const saved = writeSdf({ worlds: [saveWorld(world, root)], models: [], lights: [], actors: [] });
  using again = await TestSim.load(saved, { systems: [counter], defaultSystems: [] });
  expect(again.runner.systems.list()).toHaveLength(4);
});

test("[RU51] one that is unknown is reported at its place", async () => {
  const sensor = '<sensor name="s" type="contact"><plugin name="gz::sim::systems::LensFlare" filename=""/></sensor>';
  using sim = await TestSim.load(`<model name="m"><link name="l">${sensor}</link></model>`);
  expect(sim.log.map(({ message }) => message).join()).toMatch(
    /test\.sdf:1:\d+: Gazebo's system .*LensFlare" is not available/,
  );
});

test.each(["rapier", "mujoco"])(
  "[RU76] with %s, systems ask the engine where rays hit, what touches and what goes through joints, while physics runs",
  async (engine) => {
    const asked: unknown[] = [];
    const range = defineSystem({
      name: "range",
      after: ["physics"],
      create: ({ physics }) => {
        const hits = { distances: new Float64Array(1), shapes: new Uint32Array(1) };
        return {
          postUpdate({ count }) {
            if (count !== 1) return;
            const queries = physics();
            queries?.castRays(new Float64Array([0, 0, 5]), new Float64Array([0, 0, -1]), hits, { maxDistance: 10 });
            asked.push(
              queries && [
                hits.distances[0],
                queries.contacts().length,
                queries.readJointWrench(1, new Float64Array(6)),
              ],
            );
          },
        };
      },
    });
    const plugins = `<plugin name="range" filename="range"/>`;
    const ground = `<model name="g"><static>true</static><link name="l"><collision name="c"><geometry><box><size>4 4 2</size></box></geometry></collision></link></model>`;
    using sim = await TestSim.load(`<physics type="${engine}"/>${ground}${plugins}`, { systems: [range] });
    sim.run({ steps: 1 });
    using still = await TestSim.load(plugins, { systems: [range], defaultSystems: [] });
    still.run({ steps: 1 });
    // From a height of 5 m to the top of the box.
    expect(asked).toEqual([[4, 0, false], undefined]);
  },
);
