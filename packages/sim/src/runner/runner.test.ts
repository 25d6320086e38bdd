import type { gz, orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { Pose } from "../components/pose.ts";
import { WorldLinearVelocity } from "../components/motion.ts";
import { MagneticField } from "../components/physics.ts";
import { FailedSystems, Seed } from "../components/simulation.ts";
import { numeric } from "../ecs/component.ts";
import { plugin, TestSim } from "../testing/test-sim.ts";
import type { StampedInput } from "./inputs.ts";
import { numberParam, vec3Param } from "./params.ts";
import { KeyframeError, openKeyframe } from "../history/keyframe.ts";
import { defineSystem } from "./system.ts";

const ball = `
  <model name="ball"><pose>0 0 5 0 0 0</pose><link name="link">
    <inertial><mass>2</mass></inertial>
    <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision>
  </link></model>`;
const ground = `
  <model name="ground"><static>true</static><link name="link">
    <collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision>
  </link></model>`;

/** Counts its own steps in a component, and draws a random number in each. */
const Count = numeric("test.Count", { steps: 0, luck: 0 });
const counter = defineSystem({
  name: "counter",
  create: ({ entity, random }) => ({
    preUpdate({ paused }, world) {
      if (paused) return;
      const { steps } = world.get(entity, Count) ?? Count.initial();
      world.set(entity, Count, { steps: steps + 1, luck: random.gaussian() });
    },
  }),
});

test("[RU1] a step moves the clock by the step size and bodies by physics", async () => {
  using sim = await TestSim.load(ball);
  sim.run({ steps: 1000 });
  const { count, timeNs } = sim.runner.now();
  expect({ count, timeNs }).toEqual({ count: 1000, timeNs: 1_000_000_000 });
  // z = 5 − g t²/2; the integrator is off by some millimetres in the first second
  expect(sim.poseOf("ball").z).toBeCloseTo(5 - 9.8 / 2, 1);
});

test("[RU2] restoring a keyframe and going on gives the run that was never interrupted", async () => {
  using sim = await TestSim.load(ground + ball, { systems: [counter], defaultSystems: ["physics", "counter"] });
  sim.run({ steps: 900 });
  const middle = sim.runner.keyframe();
  sim.run({ steps: 600 });
  const end = sim.runner.hash();
  sim.runner.restore(middle);
  expect(sim.runner.now().count).toBe(900);
  sim.run({ steps: 600 });
  expect(sim.runner.hash()).toBe(end);
});

test("[RU3] any number of paused passes changes nothing", async () => {
  const load = () => TestSim.load(ground + ball, { systems: [counter], defaultSystems: ["physics", "counter"] });
  using straight = await load();
  using halting = await load();
  straight.run({ steps: 300 });
  for (let i = 0; i < 30; i++) {
    halting.run({ steps: 10 });
    halting.runner.state.pause();
    halting.run({ steps: i });
    halting.runner.state.run();
  }
  expect(halting.runner.hash()).toBe(straight.runner.hash());
});

test("[RU4] the seed decides what systems draw", async () => {
  const luck = async (seed: number): Promise<number> => {
    using sim = await TestSim.load(ball, { seed, systems: [counter], defaultSystems: ["counter"] });
    sim.run({ steps: 5 });
    return sim.runner.world.get(sim.runner.root, Count)!.luck;
  };
  expect(await luck(1)).toBe(await luck(1));
  expect(await luck(1)).not.toBe(await luck(2));
});

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
  sim.node.subscribe<orrery.SystemReport>("/world/test/system/failures", ({ value }) => reports.push(value));
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
  expect(sim.poseOf("ball").z).toBe(5);
});

test("[RU6] a state of a world that runs without an unknown system loads, and goes on without it", async () => {
  const load = (): Promise<TestSim> =>
    TestSim.load(`<plugin name="physics" filename=""/><plugin name="nobody-knows-me" filename=""/>${ball}`);
  using sim = await load();
  sim.run({ steps: 10 });
  using other = await load();
  await other.runner.load(sim.runner.save());
  for (const each of [sim, other]) each.run({ steps: 10 });
  expect(other.runner.hash()).toBe(sim.runner.hash());
});

test("[RU7] world control pauses, runs, steps, runs to a time and resets", async () => {
  using sim = await TestSim.load(ground + ball);
  const control = async (request: gz.WorldControl): Promise<gz.Boolean> => {
    const answer = sim.node.request<gz.Boolean>("/world/test/control", request);
    sim.run({ steps: 1 });
    return answer;
  };
  await control({ pause: true });
  const paused = sim.runner.now().count;
  sim.run({ steps: 20 });
  expect(sim.runner.now().count).toBe(paused);
  await control({ multi_step: 5, pause: true });
  sim.run({ steps: 20 });
  expect(sim.runner.now().count).toBe(paused + 5);
  await control({ run_to_sim_time: { sec: 0, nsec: 50_000_000 } });
  sim.run({ steps: 200 });
  expect(sim.runner.now().timeNs).toBe(50_000_000);
  expect(await control({ run_to_sim_time: { sec: 0, nsec: 10_000_000 } })).toMatchObject({ data: false });
  await control({ pause: true, reset: { all: true } });
  expect([sim.runner.now().count, sim.poseOf("ball").z, sim.runner.state.paused]).toEqual([0, 5, true]);
});

test("[RU8] reset returns everything, only the clock, or all but the clock", async () => {
  using sim = await TestSim.load(ground + ball);
  sim.run({ steps: 300 });
  const fallen = sim.poseOf("ball").z;
  sim.runner.reset("time");
  expect([sim.runner.now().timeNs, sim.poseOf("ball").z]).toEqual([0, fallen]);
  sim.run({ steps: 100 });
  sim.runner.reset("models");
  expect([sim.runner.now().count, sim.poseOf("ball").z]).toEqual([100, 5]);
  using fresh = await TestSim.load(ground + ball);
  sim.runner.reset("all");
  sim.run({ steps: 200 });
  fresh.run({ steps: 200 });
  expect(sim.runner.hash()).toBe(fresh.runner.hash());
});

test("[RU9] inputs are stamped with step and sequence, and replaying them gives the same world", async () => {
  const pushed = async (feed: (sim: TestSim, step: number) => void) => {
    const pusher = defineSystem({
      name: "pusher",
      create: ({ node, world }) => {
        node.subscribe<gz.Vector3d>("/push", ({ value: { x = 0, y = 0, z = 0 } }) => {
          const link = world.query(WorldLinearVelocity).first()!;
          world.set(link, WorldLinearVelocity, { x, y, z });
        });
        return {};
      },
    });
    const sim = await TestSim.load(ground + ball, { systems: [pusher], defaultSystems: ["physics", "pusher"] });
    const inputs: StampedInput[] = [];
    sim.runner.onInput.on((stamped) => inputs.push(stamped));
    for (let step = 0; step < 300; step++) {
      feed(sim, step);
      sim.run({ steps: 1 });
    }
    const hash = sim.runner.hash();
    sim[Symbol.dispose]();
    return { inputs, hash };
  };
  const live = await pushed((sim, step) => {
    if (step % 50 === 7) sim.publish("/push", "gz.msgs.Vector3d", { x: step / 100, y: 1 });
  });
  expect(live.inputs.map(({ step, sequence }) => [step, sequence])).toEqual([
    [7, 0],
    [57, 1],
    [107, 2],
    [157, 3],
    [207, 4],
    [257, 5],
  ]);
  const again = await pushed((sim, step) => {
    for (const { step: at, input } of live.inputs) {
      if (at === step && input.kind === "message") sim.runner.bus.inbox.push({ ...input });
    }
  });
  expect(again.hash).toBe(live.hash);
});

test("[RU10] systems are added to and removed from a running world by service, and refusals say why", async () => {
  using sim = await TestSim.load(ball, { systems: [counter] });
  const ask = async (service: string, name: string): Promise<gz.Boolean> => {
    const answer = sim.node.request<gz.Boolean>(`/world/test/entity/system/${service}`, { plugins: [{ name }] });
    // Loading is asynchronous: passes go on meanwhile.
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
  const ask = <T extends object>(service: string): Promise<T> => {
    const answer = sim.node.request<T>(service, {});
    sim.run({ steps: 1 });
    return answer;
  };
  const { systems } = await ask<orrery.SystemList>("/world/test/systems");
  expect(systems).toMatchObject([{ name: "faulty", state: "STOPPED", phase: "update" }]);
  expect(systems![0]!.error).toContain("as it should");
  const { systems: all = [] } = await ask<orrery.AvailableSystemList>("/world/test/systems/available");
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

test("[RU11] going back in time starts and stops systems too", async () => {
  using sim = await TestSim.load(ball, { systems: [counter] });
  const before = sim.runner.keyframe();
  await sim.runner.library.load(plugin("counter"));
  void sim.runner.inputs.push({ kind: "start-systems", entity: sim.runner.root, plugins: [plugin("counter")] });
  sim.run({ steps: 5 });
  const names = () => sim.runner.systems.list().map(({ name }) => name);
  expect(names()).toEqual(["counter", "physics"]);
  const during = sim.runner.keyframe();
  sim.runner.restore(before);
  expect(names()).toEqual(["physics"]);
  sim.runner.restore(during);
  expect(names()).toEqual(["counter", "physics"]);
});

test("[RU12] a saved file continues in another runner; a damaged or foreign one is refused and changes nothing", async () => {
  using sim = await TestSim.load(ground + ball);
  sim.run({ steps: 900 });
  const file = sim.runner.save();
  sim.run({ steps: 100 });
  using other = await TestSim.load(ground + ball);
  await other.runner.load(file);
  other.run({ steps: 100 });
  expect(other.runner.hash()).toBe(sim.runner.hash());
  for (let length = 0; length < file.length; length += 997) {
    expect(() => openKeyframe(file.subarray(0, length))).toThrow(KeyframeError);
  }
  const newer = file.slice();
  newer[16] = 3;
  expect(() => openKeyframe(newer)).toThrow("saved by another version (format 3");
  const before = other.runner.hash();
  await expect(other.runner.load(file.subarray(0, 5000))).rejects.toThrow("cut off or damaged");
  expect(other.runner.hash()).toBe(before);
});

test("[RU13] what one phase publishes is delivered before the next begins; nothing is in flight between steps", async () => {
  const heard: string[] = [];
  const talker = defineSystem({
    name: "talker",
    create: ({ node }) => {
      const say = node.advertise<gz.StringMsg>("/say", "gz.msgs.StringMsg");
      node.subscribe<gz.StringMsg>("/say", ({ value }) => heard.push(value.data!));
      const speak = (phase: string) => () => {
        heard.push(`${phase} begins`);
        say.publish({ data: `said in ${phase}` });
      };
      return { preUpdate: speak("preUpdate"), update: speak("update"), postUpdate: speak("postUpdate") };
    },
  });
  using sim = await TestSim.load(ball, { systems: [talker], defaultSystems: ["talker"] });
  sim.run({ steps: 1 });
  expect(heard).toEqual(
    ["preUpdate", "update", "postUpdate"].flatMap((phase) => [`${phase} begins`, `said in ${phase}`]),
  );
});

test("[RU14] the clock is published after every step, statistics say whether the world is paused and what factor it aims at", async () => {
  using sim = await TestSim.load(ball);
  const clocks: (gz.Time | undefined)[] = [];
  sim.node.subscribe<gz.Clock>("/clock", ({ value }) => clocks.push(value.sim));
  const paused: unknown[] = [];
  sim.node.subscribe<gz.WorldStatistics>("/world/test/stats", ({ value }) => {
    paused.push(value.paused);
    expect(value.header?.data).toEqual([{ key: "target_real_time_factor", value: ["0"] }]);
  });
  sim.run({ steps: 3 });
  sim.runner.state.pause();
  sim.run({ steps: 3 });
  expect(clocks).toEqual([1, 2, 3].map((ms) => ({ sec: 0, nsec: ms * 1_000_000 })));
  expect(paused).toEqual([false, true]);
});

test("[RU15] physics settings change by service: step size, gravity, magnetic field, factor; nonsense is refused", async () => {
  using sim = await TestSim.load(ball);
  const set = async (request: gz.Physics): Promise<gz.Boolean> => {
    const answer = sim.node.request<gz.Boolean>("/world/test/set_physics", request);
    sim.run({ steps: 1 });
    return answer;
  };
  expect(await set({ max_step_size: 0.002, real_time_factor: 0.5, gravity: { z: 0 } })).toEqual({ data: true });
  const [{ timeNs }, { z }] = [sim.runner.now(), sim.poseOf("ball")];
  sim.run({ steps: 10 });
  expect(sim.runner.now().timeNs - timeNs).toBe(20_000_000);
  expect(sim.runner.state.targetFactor).toBe(0.5);
  const speed = sim.runner.world.get(sim.entity("ball::link"), WorldLinearVelocity)!.z;
  expect(sim.poseOf("ball").z).toBeCloseTo(z + 0.02 * speed, 6);
  expect(await set({ magnetic_field: { x: 5e-6, z: -4e-5 } })).toEqual({ data: true });
  expect(sim.runner.world.get(sim.runner.root, MagneticField)).toEqual({ x: 5e-6, y: 0, z: -4e-5 });
  expect(await set({ max_step_size: -1 })).toMatchObject({ data: false });
});

test("[RU16] a reset with a seed starts random streams anew from that seed", async () => {
  using sim = await TestSim.load(ball, { seed: 4, systems: [counter], defaultSystems: ["counter"] });
  using fresh = await TestSim.load(ball, { seed: 9, systems: [counter], defaultSystems: ["counter"] });
  sim.run({ steps: 10 });
  sim.request("/world/test/control", "gz.msgs.WorldControl", { reset: { all: true }, seed: 9 });
  sim.run({ steps: 1 });
  fresh.run({ steps: 1 });
  expect(sim.runner.world.get(sim.runner.root, Seed)).toEqual({ value: 9 });
  expect(sim.runner.hash()).toBe(fresh.runner.hash());
  expect(sim.runner.world.query(Pose).count).toBe(fresh.runner.world.query(Pose).count);
});

test("[RU33] steps and simulated time of a run are counted through resets; paused passes are none", async () => {
  using sim = await TestSim.load(ball);
  sim.run({ steps: 10 });
  sim.runner.reset("all");
  sim.run({ steps: 5 });
  sim.runner.state.pause();
  sim.run({ steps: 3 });
  expect(sim.runner.now().count).toBe(5);
  expect(sim.runner.statistics).toMatchObject({ steps: 15, simulatedNs: 15e6 });
});

test("[RU24] a second physics, or one on a model, is left out and refused: it would move everything twice", async () => {
  const twice = `<plugin name="physics" filename=""/><plugin name="gz::sim::systems::Physics" filename="x"/>`;
  using sim = await TestSim.load(twice + ball.replace("</model>", `<plugin name="physics" filename=""/></model>`));
  expect(sim.runner.systems.list()).toHaveLength(1);
  expect(sim.log.filter(({ level }) => level === "error")).toHaveLength(2);
  const answer = sim.node.request<gz.Boolean>("/world/test/entity/system/add", { plugins: [{ name: "physics" }] });
  for (let turn = 0; turn < 20; turn++) {
    sim.run({ steps: 50 });
    await Promise.resolve();
  }
  expect((await answer).header?.data?.[0]?.value).toEqual(["system physics is one a world, on the world itself"]);
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
  using sim = await TestSim.load(`${named("<fails>1</fails>")}${named("")}${ball}`, { systems: [fragile] });
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
  const answer = sim.node.request<gz.Boolean>("/world/test/entity/system/add", { plugins: [{ name: "only-one" }] });
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
    const answer = sim.node.request<gz.Boolean>("/world/test/entity/system/add", { plugins: [{ name, innerxml }] });
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

test("[RU25] whoever asks is told where every model and link is", async () => {
  using sim = await TestSim.load(ball);
  const answer = sim.node.request<gz.Pose_V>("/world/test/pose/info", {});
  sim.run({ steps: 1 });
  const { pose = [] } = await answer;
  expect(pose.map(({ name }) => name)).toEqual(["ball", "ball::link"]);
  expect(pose[0]?.position).toEqual({ x: 0, y: 0, z: 5 });
});

test("[RU26] a world's name is made fit for topics", async () => {
  using sim = await TestSim.load(`<sdf version="1.9"><world name="my world @ 1/2">${ball}</world></sdf>`);
  expect(sim.node.topics().map(({ name }) => name)).toContain("/world/my_world___1_2/clock");
});

test("[RU27] a world that names systems but no physics is told that nothing will move", async () => {
  using sim = await TestSim.load(`<plugin name="counter" filename=""/>${ball}`, { systems: [counter] });
  expect(sim.log.map(({ message }) => message).join()).toContain("no physics system runs, so nothing will move");
});
