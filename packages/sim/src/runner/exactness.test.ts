import { expect, test } from "vitest";
import { WorldAngularVelocity, WorldLinearVelocity, WorldWrenchCmd } from "../components/motion.ts";
import { Pose } from "../components/pose.ts";
import { Plugins } from "../components/simulation.ts";
import type { Entity } from "../ecs/entities.ts";
import { MemoryResources } from "../formats/memory-resources.ts";
import { parseSdf } from "../formats/sdf/load-sdf.ts";
import { spawnModel } from "../entities/kinds/model.ts";
import { box, ground, threeBoxes } from "../testing/boxes.ts";
import { TestSim, type TestSimOptions } from "../testing/test-sim.ts";
import { defineSystem } from "./systems/system.ts";

/** Saves and loads in a second runner, continues both, and compares them. */
async function expectSameAfterLoad(sim: TestSim, options: TestSimOptions, act: (sim: TestSim) => void): Promise<void> {
  using other = await TestSim.load(threeBoxes, options);
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
  using sim = await TestSim.load(threeBoxes, { systems: [shove], defaultSystems: ["physics", "shove"] });
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
      const tick = node.advertise("/tick", "gz.msgs.Double");
      node.subscribe("/tick", "gz.msgs.Double", ({ value: { data = 0 } }) => {
        for (const [link] of made.query(WorldLinearVelocity))
          made.set(link, WorldLinearVelocity, { x: 0, y: data, z: 0 });
      });
      return { postUpdate: ({ count }) => count % 20 === 0 && tick.publish({ data: count / 100 }) };
    },
  });
  const options = { systems: [late], defaultSystems: ["physics", "late"] };
  using sim = await TestSim.load(threeBoxes, options);
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
  using sim = await TestSim.load(threeBoxes);
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
    TestSim.load(threeBoxes, { systems: [looper(asks)], defaultSystems: ["physics", "looper"] });
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
  using sim = await TestSim.load(threeBoxes);
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
  const { scene } = await parseSdf(`<sdf version="1.9">${box("x")}</sdf>`, "x.sdf", new MemoryResources({}));
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
