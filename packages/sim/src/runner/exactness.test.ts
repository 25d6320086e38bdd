import type { gz } from "@orrery/msgs";
import { expect, test } from "vitest";
import { JointForceCmd } from "../components/joint.ts";
import { WorldAngularVelocity, WorldLinearVelocity, WorldWrenchCmd } from "../components/motion.ts";
import { PhysicsSettings } from "../components/physics.ts";
import { Pose } from "../components/pose.ts";
import { Plugins } from "../components/simulation.ts";
import { numeric } from "../ecs/component.ts";
import type { Entity } from "../ecs/entities.ts";
import { MemoryResources } from "../formats/memory-resources.ts";
import { parseSdf } from "../formats/sdf/load-sdf.ts";
import { spawnModel } from "../scene/spawn.ts";
import { plugin, TestSim, type TestSimOptions } from "../testing/test-sim.ts";
import type { StampedInput, WorldInput } from "./inputs.ts";
import { numberParam } from "./params.ts";
import { defineSystem } from "./system.ts";

const ground = `<model name="ground"><static>true</static><link name="link">
  <collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>`;

function box(name: string, x: number): string {
  return `<model name="${name}"><pose>${x} 0 0.2 0 0 0</pose><link name="link"><inertial><mass>1</mass></inertial>
    <collision name="c"><geometry><box><size>0.4 0.4 0.4</size></box></geometry></collision></link></model>`;
}

const world = ground + box("a", 0) + box("b", 0.41) + box("c", 0.82);

/** Saves and loads in a second runner, lets both go on, and compares. */
async function expectSameAfterLoad(sim: TestSim, options: TestSimOptions, act: (sim: TestSim) => void): Promise<void> {
  using other = await TestSim.load(world, options);
  await other.runner.load(sim.runner.save());
  for (const each of [sim, other]) {
    act(each);
    each.run({ steps: 200 });
  }
  expect(other.runner.hash()).toBe(sim.runner.hash());
}

test("[RU19] what a system writes while it is made survives a reset", async () => {
  const shove = defineSystem({
    name: "shove",
    after: ["physics"],
    create: ({ world: made }) => {
      for (const [link] of made.query(WorldLinearVelocity)) made.set(link, WorldLinearVelocity, { x: 1, y: 0, z: 0 });
      return {};
    },
  });
  using sim = await TestSim.load(world, { systems: [shove], defaultSystems: ["physics", "shove"] });
  sim.run({ steps: 50 });
  const moved = sim.poseOf("a").x;
  expect(moved).toBeGreaterThan(0.01);
  sim.runner.reset("all");
  sim.run({ steps: 50 });
  expect(sim.poseOf("a").x).toBe(moved);
});

test("[RU19] what a subscriber writes at the end of a pass is in the keyframe", async () => {
  const late = defineSystem({
    name: "late",
    create: ({ node, world: made }) => {
      const tick = node.advertise<gz.Double>("/tick", "gz.msgs.Double");
      node.subscribe<gz.Double>("/tick", ({ value: { data = 0 } }) => {
        for (const [link] of made.query(WorldLinearVelocity))
          made.set(link, WorldLinearVelocity, { x: 0, y: data, z: 0 });
      });
      return { postUpdate: ({ count }) => count % 20 === 0 && tick.publish({ data: count / 100 }) };
    },
  });
  const options = { systems: [late], defaultSystems: ["physics", "late"] };
  using sim = await TestSim.load(world, options);
  sim.run({ steps: 100 });
  await expectSameAfterLoad(sim, options, () => {});
});

test.each(["rapier", "mujoco"])("[RU18] in %s a keyframe between two edits makes no difference", async (engine) => {
  const links = Array.from({ length: 4 }, (_, i) => `<link name="l${i}"><pose>0 0 ${5 - i} 0.1 ${i} 0</pose></link>`);
  const joints = [1, 2, 3].map(
    (i) => `<joint name="j${i}" type="ball"><parent>l${i - 1}</parent><child>l${i}</child></joint>`,
  );
  const chain = `<physics type="${engine}"/><model name="chain">${links.join("")}${joints.join("")}</model>`;
  const run = async (look: (sim: TestSim) => void): Promise<string> => {
    using sim = await TestSim.load(chain, { paused: true });
    const { runner } = sim;
    for (const [link] of runner.world.query(WorldLinearVelocity)) {
      runner.world.set(link, WorldAngularVelocity, { x: 0.3 * link, y: 1, z: -0.7 * link });
    }
    sim.run({ steps: 1 });
    look(sim);
    runner.world.remove(runner.world.childrenOf(sim.entity("chain")).at(-1)!);
    runner.state.run();
    sim.run({ steps: 20 });
    return runner.hash();
  };
  expect(await run(({ runner }) => void runner.keyframe())).toBe(await run(() => {}));
});

test("[RU20] rows freed and used again in another order make no difference after a load", async () => {
  using sim = await TestSim.load(world);
  const push = { fx: 0, fy: 30, fz: 30, tx: 0, ty: 0, tz: 1 };
  const links = ["a", "b", "c"].map((name) => sim.entity(`${name}::link`));
  for (const link of links) sim.runner.world.set(link, WorldWrenchCmd, push);
  sim.run({ steps: 20 });
  for (const link of links) sim.runner.world.unset(link, WorldWrenchCmd);
  sim.run({ steps: 3000 });
  await expectSameAfterLoad(sim, {}, ({ runner }) => {
    for (const link of links) runner.world.set(link, WorldWrenchCmd, push);
  });
});

test("[RU20] a pose taken away and given back between two keyframes is written to its own row again", async () => {
  const pair = `<model name="pair"><link name="a"><inertial><mass>1</mass></inertial></link>
    <link name="b"><pose>1 0 0 0 0 0</pose><inertial><mass>1</mass></inertial></link></model>`;
  using sim = await TestSim.load(pair);
  const { runner } = sim;
  const b = sim.entity("pair::b");
  runner.world.set(b, WorldLinearVelocity, { x: 0, y: 1, z: 0 });
  sim.run({ steps: 10 });
  const before = runner.keyframe();
  sim.run({ steps: 20 });
  const y = runner.world.get(b, Pose)!.y;
  const kept = runner.world.get(b, Pose)!;
  runner.world.unset(b, Pose);
  runner.world.create();
  runner.world.set(runner.root, Pose, kept);
  runner.world.set(b, Pose, kept);
  sim.run({ steps: 1 });
  runner.restore(before);
  sim.run({ steps: 20 });
  expect(runner.world.get(b, Pose)!.y).toBe(y);
});

test("[RU30] rows are moved between passes for loops over runs, and what is simulated does not change", async () => {
  const runs: number[] = [];
  const looper = (asks: boolean) =>
    defineSystem({
      name: "looper",
      create: ({ world: made }) => {
        const moving = made.query(Pose, WorldLinearVelocity);
        return { postUpdate: () => void (asks && runs.push(moving.runs.length / 3)) };
      },
    });
  const load = (asks: boolean) =>
    TestSim.load(world, { systems: [looper(asks)], defaultSystems: ["physics", "looper"] });
  using plain = await load(false);
  using looped = await load(true);
  const start = looped.runner.keyframe();
  for (const sim of [plain, looped]) sim.run({ steps: 200 });
  expect(runs.slice(0, 3)).toEqual([3, 1, 1]);
  expect(looped.runner.hash()).toBe(plain.runner.hash());
  looped.runner.restore(start);
  looped.run({ steps: 200 });
  expect(looped.runner.hash()).toBe(plain.runner.hash());
});

test("[RU20] a restore over a stop of physics finds every body again", async () => {
  using sim = await TestSim.load(world);
  const { runner } = sim;
  runner.world.remove(sim.entity("a"));
  sim.run({ steps: 5 });
  const before = runner.keyframe();
  sim.run({ steps: 5 });
  const hash = runner.hash();
  runner.world.set(runner.root, Plugins, []);
  sim.run({ steps: 1 });
  runner.restore(before);
  sim.run({ steps: 5 });
  expect(runner.hash()).toBe(hash);
});

test("[RU20] many joints made and removed leave no order behind that a restore does not know", async () => {
  const hung = Array.from(
    { length: 40 },
    (_, i) => `<model name="u${i}"><pose>${i} 0 5 0 0 0</pose>
    <link name="l"><pose>0 0 -0.5 0.3 0.2 0</pose><inertial><mass>1</mass></inertial></link>
    <joint name="j" type="universal"><pose>0 0 0.5 0 0 0</pose><parent>world</parent><child>l</child>
      <axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint></model>`,
  ).join("");
  using sim = await TestSim.load(hung);
  sim.run({ steps: 5 });
  for (let i = 4; i < 40; i++) sim.runner.world.remove(sim.entity(`u${i}`));
  sim.run({ steps: 20 });
  const hash = sim.runner.hash();
  sim.runner.restore(sim.runner.keyframe());
  expect(sim.runner.hash()).toBe(hash);
});

test("[PS13] models that come and go leave nothing behind in the engine", async () => {
  using sim = await TestSim.load(ground);
  const { runner } = sim;
  const { scene } = await parseSdf(`<sdf version="1.9">${box("x", 0)}</sdf>`, "x.sdf", new MemoryResources({}));
  const sizes: number[] = [];
  const alive: Entity[] = [];
  for (let i = 0; i < 600; i++) {
    if (alive.length === 5) runner.world.remove(alive.shift()!);
    alive.push(spawnModel(runner.world, runner.root, { ...scene.models[0]!, name: `x${i}` }));
    sim.run({ steps: 1 });
    if (i % 200 === 199) sizes.push(runner.systems.save().values().next().value!.length);
  }
  expect(sizes[2]! - sizes[0]!).toBeLessThan(2000);
});

test("[PS11] a step size that a system writes wrongly pauses the world, and no more", async () => {
  using sim = await TestSim.load(world);
  const { runner } = sim;
  runner.world.set(runner.root, PhysicsSettings, { ...PhysicsSettings.initial(), maxStepSize: Number.NaN });
  sim.run({ steps: 3 });
  expect([runner.state.paused, runner.now().count]).toEqual([true, 0]);
  runner.world.set(runner.root, PhysicsSettings, PhysicsSettings.initial());
  runner.state.run();
  sim.run({ steps: 3 });
  expect(runner.now().count).toBe(3);
});

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
    using sim = await TestSim.load(world, { systems: [marker], paused: true });
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
  using live = await TestSim.load(world, { systems: [idle] });
  live.runner.onInput.on((stamped) => recorded.push(stamped));
  live.request("/world/test/entity/system/add", "gz.msgs.EntityPlugin_V", { plugins: [{ name: "idle" }] });
  for (let i = 0; i < 40; i++) {
    live.run({ steps: 1 });
    await Promise.resolve();
  }
  expect(recorded.map(({ input }) => input.kind)).toEqual(["request", "start-systems"]);
  using again = await TestSim.load(world, { systems: [idle] });
  await again.runner.library.load(plugin("idle"));
  again.runner.bus.replaying = true;
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
  using sim = await TestSim.load(world, options);
  const states = (each: TestSim) => each.runner.systems.list().map(({ name, state }) => [name, state]);
  sim.run({ steps: 5 });
  const before = sim.runner.keyframe();
  sim.run({ steps: 10 });
  using other = await TestSim.load(world, options);
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
  using sim = await TestSim.load(world, { systems: [writer] });
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

test("[RU12] a state whose engine bytes or systems do not fit is refused, and nothing changes", async () => {
  using sim = await TestSim.load(world);
  sim.run({ steps: 10 });
  const before = sim.runner.hash();
  using bare = await TestSim.load(world, {
    systems: [defineSystem({ name: "absent", create: () => ({}) })],
    defaultSystems: ["absent"],
  });
  await expect(sim.runner.load(bare.runner.save())).rejects.toThrow('there is no system "absent"');
  const { snapshot, states } = sim.runner.keyframe();
  const broken = new Map([...states].map(([key, state]) => [key, state.slice(0, 100)]));
  expect(() => sim.runner.restore({ snapshot, states: broken })).toThrow("not a state of orrery rapier");
  sim.runner.restore({ snapshot, states });
  expect(sim.runner.hash()).toBe(before);
});

test("[PS11] nonsense from one entity is reported once, and the rest of the world moves on", async () => {
  const screw = `<model name="vice"><link name="x"><inertial><mass>1</mass></inertial></link><link name="y"><inertial><mass>1</mass></inertial></link>
    <joint name="j" type="screw"><parent>x</parent><child>y</child><axis><xyz>0 0 1</xyz></axis></joint></model>`;
  using sim = await TestSim.load(world + screw);
  const { runner } = sim;
  const a = sim.entity("a");
  const joint = runner.world.childrenOf(sim.entity("vice")).at(-1)!;
  for (let i = 0; i < 5; i++) {
    runner.world.set(a, Pose, { ...runner.world.get(a, Pose)!, x: Number.NaN });
    runner.world.set(a, WorldWrenchCmd, { fx: 1, fy: 0, fz: 0, tx: 0, ty: 0, tz: 0 });
    runner.world.set(sim.entity("c::link"), WorldWrenchCmd, { fx: Number.NaN, fy: 0, fz: 0, tx: 0, ty: 0, tz: 0 });
    runner.world.set(joint, JointForceCmd, { axis1: 1, axis2: 1 });
    runner.world.set(sim.entity("b::link"), WorldLinearVelocity, { x: 0, y: 1, z: 0 });
    sim.run({ steps: 2 });
  }
  expect(runner.systems.list().map(({ state }) => state)).toEqual(["running"]);
  expect(sim.poseOf("b").y).toBeGreaterThan(0.005);
  const errors = sim.log.filter(({ level }) => level === "error").map(({ message }) => message);
  expect(errors).toHaveLength(3);
  expect(errors.join()).toMatch(/a: .*not finite|a::link: .*pose/);
  expect(errors.join()).toContain("there is no axis 1");
});

test("[RU15] a step that stands still or jumps is refused whole, by service and by file", async () => {
  using sim = await TestSim.load(world);
  const ask = async (physics: gz.Physics): Promise<boolean> => {
    const answer = sim.node.request<gz.Boolean>("/world/test/set_physics", physics);
    sim.run({ steps: 1 });
    return (await answer).data ?? false;
  };
  for (const max_step_size of [1e300, 1e-12, Number.NaN, -1]) expect(await ask({ max_step_size })).toBe(false);
  expect(await ask({ max_step_size: 0.002, real_time_factor: -1 })).toBe(false);
  expect(await ask({ gravity: { z: Number.NaN } })).toBe(false);
  sim.run({ steps: 10 });
  expect(sim.runner.now().timeNs).toBe(sim.runner.now().count * 1e6);
  await expect(TestSim.load(`<physics type="ode"><max_step_size>1e9</max_step_size></physics>`)).rejects.toThrow(
    "a step must take from",
  );
});

function request(sim: TestSim, service: string, type: string, value: Parameters<TestSim["request"]>[2]) {
  return { kind: "request", id: 0, service, type, bytes: sim.runner.messages.encode(type, value) } as const;
}
