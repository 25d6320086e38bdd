import type { gz } from "@orrery/msgs";
import { expect, test } from "vitest";
import { WorldLinearVelocity } from "../../components/motion.ts";
import { MagneticField } from "../../components/physics.ts";
import { Pose } from "../../components/pose.ts";
import { pack } from "../../ecs/pack.ts";
import { TestSim } from "../../testing/test-sim.ts";

import { ball, ground } from "../../testing/counter.ts";

test("[RU7] world control pauses, runs, steps, runs to a time and resets", async () => {
  using sim = await TestSim.load(ground + ball);
  const control = async (request: gz.WorldControl): Promise<gz.Boolean> => {
    const answer = sim.node.request("/world/test/control", request, { response: "gz.msgs.Boolean" });
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
  // A running world does not stop after a number of steps.
  await control({ multi_step: 5 });
  sim.run({ steps: 20 });
  expect(sim.runner.now().count).toBe(paused + 5 + 21);
  await control({ pause: true });
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

test("[RU14] the clock is published after every step, statistics say whether the world is paused and what factor it aims at", async () => {
  using sim = await TestSim.load(ball);
  const clocks: (gz.Time | undefined)[] = [];
  sim.node.subscribe("/clock", "gz.msgs.Clock", ({ value }) => clocks.push(value.sim));
  const paused: unknown[] = [];
  sim.node.subscribe("/world/test/stats", "gz.msgs.WorldStatistics", ({ value }) => {
    paused.push(value.paused);
    expect(value.header?.data).toEqual([{ key: "target_real_time_factor", value: ["0"] }]);
  });
  sim.run({ steps: 3 });
  sim.runner.state.pause();
  sim.run({ steps: 3 });
  expect(clocks).toEqual([1, 2, 3].map((ms) => ({ sec: 0, nsec: ms * 1_000_000 })));
  expect(paused).toEqual([false, true]);
  sim.runner.state.run();
  sim.run({ steps: 3 });
  // For one pass it stays at its destination, but it is not paused.
  sim.node.request("/world/test/control", { reset: { all: true } }).catch(() => {});
  sim.run({ steps: 3 });
  expect(sim.runner.now().count).toBe(2);
  expect(paused).toEqual([false, true, false]);
});

test("[RU14] statistics say who paused the world, until it runs; steps of others leave the pause whose it was", async () => {
  using sim = await TestSim.load(ball);
  let told: readonly string[] | undefined;
  sim.node.subscribe("/world/test/stats", "gz.msgs.WorldStatistics", ({ value }) => {
    told = value.header?.data?.find(({ key }) => key === "paused_by")?.value;
  });
  const control = (request: gz.WorldControl, name: string): void => {
    const header = { data: [{ key: "author_name", value: [name] }] };
    sim.node.request("/world/test/control", { ...request, header }).catch(() => {});
    sim.run({ steps: 3 });
  };
  control({ pause: true }, "Ada");
  expect(told).toEqual(["", "Ada"]);
  control({ pause: true }, "Ben");
  expect(sim.runner.state.pausedBy?.authorName).toBe("Ada");
  control({ pause: true, multi_step: 2 }, "Ben");
  expect(sim.runner.state.pausedBy?.authorName).toBe("Ada");
  control({ pause: false }, "Ben");
  expect(told).toBeUndefined();
  control({ run_to_sim_time: { sec: 0, nsec: 20_000_000 } }, "Ben");
  sim.run({ steps: 20 });
  expect(told).toEqual(["", "Ben"]);
  sim.runner.state.run();
  sim.runner.state.pause();
  expect(sim.runner.state.pausedBy).toBeUndefined();
});

test("[RU15] physics settings change by service: step size, gravity, magnetic field, factor; nonsense is refused", async () => {
  using sim = await TestSim.load(ball);
  const set = async (request: gz.Physics): Promise<gz.Boolean> => {
    const answer = sim.node.request("/world/test/set_physics", request, { response: "gz.msgs.Boolean" });
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

test("[RU25] whoever asks is told where every model and link is", async () => {
  using sim = await TestSim.load(ball);
  const answer = sim.node.request("/world/test/pose/info", {}, { response: "gz.msgs.Pose_V" });
  sim.run({ steps: 1 });
  const { pose = [] } = await answer;
  expect(pose.map(({ name }) => name)).toEqual(["ball", "ball::link"]);
  expect(pose[0]?.position).toEqual({ x: 0, y: 0, z: 5 });
});

test("[RU52] control/state sets components as state tells them, then controls; what is refused changes nothing", async () => {
  using sim = await TestSim.load(ground + ball, { paused: true, defaultSystems: ["physics", "user-commands"] });
  const control = async (request: gz.WorldControlState): Promise<gz.Boolean> => {
    const answer = sim.node.request("/world/test/control/state", request, { response: "gz.msgs.Boolean" });
    sim.runner.pass();
    return answer;
  };
  const id = sim.entity("ball");
  const components = [{ type: Pose.key, component: pack(Float64Array.of(0, 0, 9, 0, 0, 0, 1)) }];
  const steps = { pause: true, multi_step: 2 };
  expect(await control({ state: { entities: [{ id, components }] }, world_control: steps })).toEqual({ data: true });
  expect(sim.poseOf("ball").z).toBeCloseTo(9, 3);
  sim.run({ steps: 5 });
  expect(sim.runner.now().count).toBe(2);
  const before = sim.runner.hash();
  const unknown = { entities: [{ id: 999_999, components }] };
  expect(await control({ state: unknown, world_control: {} })).toMatchObject({ data: false });
  const past = { state: { entities: [{ id, components }] }, world_control: { run_to_sim_time: { nsec: 1 } } };
  expect(await control(past)).toMatchObject({ data: false });
  expect([sim.runner.hash(), sim.runner.state.paused]).toEqual([before, true]);
});

test("[RU52] system/info lists the systems that could be added, by the names that Gazebo has for them", async () => {
  using sim = await TestSim.load(ball);
  const asked = sim.node.request("/world/test/system/info", {}, { response: "gz.msgs.EntityPlugin_V" });
  sim.runner.pass();
  const { plugins = [] } = await asked;
  expect(plugins).toContainEqual({ name: "gz::sim::systems::DiffDrive", filename: "gz-sim-diff-drive-system" });
});

test("[RU63] who asks about the whole world gets the answer of before while nothing has changed, and else a new one", async () => {
  using sim = await TestSim.load(ball, { paused: true });
  const ask = async (service: string): Promise<object> => {
    const answer = sim.node.request(service, {});
    sim.runner.pass();
    return answer;
  };
  for (const service of ["/world/test/pose/info", "/world/test/generate_world_sdf"]) {
    const first = await ask(service);
    expect(await ask(service)).toBe(first);
    sim.runner.world.set(sim.entity("ball"), WorldLinearVelocity, { x: 1, y: 0, z: 0 });
    expect(await ask(service)).not.toBe(first);
  }
  const schemas = await ask("/world/test/schemas");
  sim.runner.messages.addProto('syntax = "proto3"; package acme; message Own { int32 a = 1; }', { file: "own.proto" });
  const more = await ask("/world/test/schemas");
  expect(more).not.toBe(schemas);
  expect(await ask("/world/test/schemas")).toBe(more);
});

test("[RU78] viewers may ask what only answers, but for the hash", async () => {
  using sim = await TestSim.load(ball, { defaultSystems: ["physics", "scene-broadcaster"] });
  const questions = ["gz.msgs.Empty", "gz.msgs.SdfGeneratorConfig"];
  const asked = sim.node.services().filter(({ request }) => questions.includes(request));
  expect(asked.map(({ name }) => name)).toContain("/world/test/schemas");
  const others = asked.filter(({ needs }) => needs !== "viewer");
  expect(others.map(({ name, needs }) => [name, needs])).toEqual([["/world/test/hash", "operator"]]);
});
