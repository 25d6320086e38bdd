import { expect, test } from "vitest";
import { Pose } from "../components/pose.ts";
import { WorldLinearVelocity } from "../components/motion.ts";
import { Seed } from "../components/simulation.ts";
import { writeSdf } from "../formats/sdf/write/write-sdf.ts";
import { saveWorld } from "../entities/kinds/world.ts";
import type { WorldScene } from "../scene/scene.ts";
import { plugin, TestSim } from "../testing/test-sim.ts";
import type { StampedInput } from "./world-input.ts";
import { KeyframeError, openKeyframe } from "../history/keyframe.ts";
import { defineSystem } from "./systems/system.ts";

import { ball, Count, counter, ground } from "../testing/counter.ts";

test("[RU1] a step moves the clock by the step size and bodies by physics", async () => {
  using sim = await TestSim.load(ball);
  sim.run({ steps: 1000 });
  const { count, timeNs } = sim.runner.now();
  expect({ count, timeNs }).toEqual({ count: 1000, timeNs: 1_000_000_000 });
  // z = 5 − g t²/2; the integrator is off by some millimetres in the first second
  expect(sim.poseOf("ball").z).toBeCloseTo(5 - 9.8 / 2, 1);
});

test("[RU2] restoring a keyframe and continuing gives the run that was never interrupted", async () => {
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

test("[RU9] inputs are stamped with step and sequence, and replaying them gives the same world", async () => {
  const pushed = async (feed: (sim: TestSim, step: number) => void) => {
    const pusher = defineSystem({
      name: "pusher",
      create: ({ node, world }) => {
        node.subscribe("/push", "gz.msgs.Vector3d", ({ value: { x = 0, y = 0, z = 0 } }) => {
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
      const say = node.advertise("/say", "gz.msgs.StringMsg");
      node.subscribe("/say", "gz.msgs.StringMsg", ({ value }) => heard.push(value.data!));
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

test("[RU16] a reset with a seed restarts random streams from that seed", async () => {
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

test("[RU26] a world's name is made fit for topics", async () => {
  using sim = await TestSim.load(`<sdf version="1.9"><world name="my world @ 1/2">${ball}</world></sdf>`);
  expect(sim.node.topics().map(({ name }) => name)).toContain("/world/my_world___1_2/clock");
});

test("[RU27] a world that takes no default systems and names no physics is told that nothing will move", async () => {
  using sim = await TestSim.load(`${alone}<plugin name="counter" filename=""/>${ball}`, { systems: [counter] });
  expect(sim.log.map(({ message }) => message).join()).toContain("no physics system is running, so nothing will move");
});

const alone = "<gz:policies><include_server_config_plugins>false</include_server_config_plugins></gz:policies>";

async function systemsOf(inside: string): Promise<{ names: string[]; said: string; saved: WorldScene }> {
  const defaultSystems = ["physics", "user-commands", "scene-broadcaster"];
  using sim = await TestSim.load(inside, { systems: [counter], defaultSystems });
  const names = sim.runner.systems.list().map(({ name }) => name);
  const said = sim.log.map(({ message }) => message).join("\n");
  return { names: names.toSorted(), said, saved: saveWorld(sim.runner.world, sim.runner.root) };
}

test("[RU50] a world gets the default systems beside those that it names, each once, and the log says so", async () => {
  const defaults = ["physics", "scene-broadcaster", "user-commands"];
  expect((await systemsOf(ball)).names).toEqual(defaults);
  const named = await systemsOf(`<plugin name="counter" filename=""/>
    <plugin name="ignition::gazebo::systems::Physics" filename="ignition-gazebo-physics-system"/>${ball}`);
  expect(named.names).toEqual(["counter", ...defaults]);
  expect(named.said).toContain("as in Gazebo since version 9: user-commands, scene-broadcaster");
  // The systems added by default are added again when the saved file is loaded.
  expect(named.saved.plugins.map(({ name }) => name)).toEqual(["counter", "ignition::gazebo::systems::Physics"]);
});

test("[RU50] a world whose policies say so runs only the systems that it names, also when it was saved", async () => {
  const { names, said, saved } = await systemsOf(`${alone}<plugin name="counter" filename=""/>${ball}`);
  expect(names).toEqual(["counter"]);
  expect(said).toContain("only the systems that the world names are running");
  const text = writeSdf({ worlds: [saved], models: [], lights: [], actors: [] });
  expect((await systemsOf(text)).names).toEqual(["counter"]);
});

test("[RU50] a default system that was removed stays away when the world is saved and loaded", async () => {
  const defaultSystems = ["physics", "user-commands"];
  using sim = await TestSim.load(ball, { defaultSystems });
  sim.request("/world/test/entity/system/remove", "gz.msgs.EntityPlugin_V", { plugins: [{ name: "user-commands" }] });
  sim.run({ steps: 1 });
  const saved = saveWorld(sim.runner.world, sim.runner.root);
  using again = await TestSim.load(writeSdf({ worlds: [saved], models: [], lights: [], actors: [] }), {
    defaultSystems,
  });
  expect(again.runner.systems.list().map(({ name }) => name)).toEqual(["physics"]);
});
