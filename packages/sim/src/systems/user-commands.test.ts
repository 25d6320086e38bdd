import type { gz, orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { createEdit, moveEdit, removeEdit } from "../commands/make-edit.ts";
import { IsJoint } from "../components/identity.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../components/motion.ts";
import { FIRST_SESSION_ENTITY } from "../ecs/entities.ts";
import { MemoryResources } from "../formats/memory-resources.ts";
import type { StampedInput } from "../runner/world-input.ts";
import { box, ground } from "../testing/boxes.ts";
import { askFor, reasonOf } from "../testing/commands.ts";
import { hingeModel } from "../testing/hinge.ts";
import { loadEditable, namesIn, sdf } from "../testing/insertions.ts";

test("[UC1] a model from text appears where the request says, and falls from the next step on", async () => {
  using sim = await loadEditable(ground, { paused: true });
  const pose = { position: { x: 1, y: 2, z: 3 } };
  const answer = await askFor(sim, "create", { sdf: sdf(box("crate")), name: "cargo", pose });
  expect(answer).toEqual({
    data: true,
    header: {
      data: [
        { key: "id", value: [String(sim.entity("cargo"))] },
        { key: "name", value: ["cargo"] },
      ],
    },
  });
  expect(sim.poseOf("cargo")).toMatchObject({ x: 1, y: 2, z: 3 });
  sim.runner.state.run();
  sim.run({ steps: 100 });
  // g t²/2, give or take half a step.
  expect(sim.poseOf("cargo").z).toBeCloseTo(3 - 0.049, 3);
  expect(sim.poseOf("cargo").x).toBeCloseTo(1, 9);
});

test("[UC1] without a pose it is where its file has it; a pose may be relative to something else", async () => {
  using sim = await loadEditable(`${ground}${box("post", "5 0 0.2 0 0 1.5707963267948966")}`, { paused: true });
  await askFor(sim, "create", { sdf: sdf(box("a", "0 7 0.2 0 0 0")) });
  expect(sim.poseOf("a")).toMatchObject({ x: 0, y: 7, z: 0.2 });
  await askFor(sim, "create", { sdf: sdf(box("b")), pose: { position: { x: 1, z: 2 } }, relative_to: "post" });
  expect(sim.poseOf("b").x).toBeCloseTo(5, 9);
  expect(sim.poseOf("b").y).toBeCloseTo(1, 9);
  expect(sim.poseOf("b").z).toBeCloseTo(2.2, 9);
});

test("[UC1] a model comes from a file too, with what it includes and the systems that it names", async () => {
  const controller = `<plugin name="joint-controller" filename=""><joint_name>j</joint_name>
    <initial_velocity>1</initial_velocity></plugin>`;
  const resources = new MemoryResources({
    "models/arm/model.config": '<model><name>arm</name><sdf version="1.9">model.sdf</sdf></model>',
    "models/arm/model.sdf": sdf(hingeModel("arm", { plugins: controller })),
    "models/pair.sdf": sdf(`<model name="pair"><include><uri>model://arm</uri></include></model>`),
  });
  using sim = await loadEditable(ground, { resources, paused: true });
  expect(await askFor(sim, "create", { sdf_filename: "model://arm" })).toMatchObject({ data: true });
  expect(await askFor(sim, "create", { sdf_filename: "pair.sdf" })).toMatchObject({ data: true });
  expect(sim.entity("pair::arm::arm")).toBeGreaterThan(0);
  expect(sim.runner.systems.list().filter(({ name }) => name === "joint-controller")).toHaveLength(2);
  sim.runner.state.run();
  sim.run({ steps: 200 });
  expect(sim.poseOf("arm::arm").qz).toBeGreaterThan(0.05);
});

test("[UC1] a light is added from SDF or from a message", async () => {
  using sim = await loadEditable(ground, { paused: true });
  await askFor(sim, "create", { sdf: sdf('<light name="lamp" type="point"/>'), pose: { position: { z: 4 } } });
  await askFor(sim, "create", { light: { name: "spot", type: "SPOT", pose: { position: { x: 1 } } } });
  expect(namesIn(sim)).toEqual(["ground", "lamp", "spot"]);
});

test("[UC2] a name that is taken is refused, or gets a number when renaming is allowed", async () => {
  using sim = await loadEditable(ground + box("s1"), { paused: true });
  expect(reasonOf(await askFor(sim, "create", { sdf: sdf(box("s1")) }))).toBe(
    'the name "s1" is taken; with allow_renaming it would become "s1_0"',
  );
  const again = { sdf: sdf(box("x")), name: "s1", allow_renaming: true, pose: { position: { z: 2 } } };
  await askFor(sim, "create", again);
  await askFor(sim, "create", again);
  expect(namesIn(sim)).toEqual(["ground", "s1", "s1_0", "s1_1"]);
});

test("[UC3] what cannot be made is refused with the reason, and the world is as before", async () => {
  using sim = await loadEditable(ground, { paused: true });
  const before = sim.runner.hash();
  const refusal = async (request: gz.EntityFactory): Promise<string> => reasonOf(await askFor(sim, "create", request));
  expect(await refusal({ sdf: "<sdf version='1.9'><model name='m'><link" })).toMatch(/^<inserted text>:1:\d+: error: /);
  expect(await refusal({ sdf: sdf('<model name="m"><joint name="j" type="fixed"/></model>') })).toMatch(/joint "j"/);
  expect(await refusal({ sdf: sdf('<world name="w"/>') })).toMatch(/holds a world/);
  expect(await refusal({ sdf: sdf("") })).toBe("the SDF holds neither a model nor a light");
  expect(await refusal({ sdf_filename: "model://nosuch" })).toMatch(/^error: cannot find "model:\/\/nosuch"/);
  expect(await refusal({ sdf: sdf(box("m")), name: "a::b" })).toBe('"a::b" cannot be the name of a model or light');
  expect(await refusal({ sdf: sdf(box("m")), relative_to: "grund" })).toMatch(/did you mean "ground"/);
  expect(await refusal({ sdf: sdf(box("m")), pose: { position: { x: NaN } } })).toMatch(/finite/);
  expect(await refusal({ light: { name: "l", attenuation_linear: NaN } })).toMatch(/finite/);
  expect(await refusal({})).toMatch(/does not say what to create/);
  expect(sim.runner.hash()).toBe(before);
});

test("[UC4] several at once are made all, or none", async () => {
  using sim = await loadEditable(ground, { paused: true });
  const two = { data: [{ sdf: sdf(box("a", "0 0 1 0 0 0")) }, { sdf: sdf(box("b", "2 0 1 0 0 0")) }] };
  expect((await askFor(sim, "create_multiple", two)).header!.data![1]!.value).toEqual(["a", "b"]);
  const before = sim.runner.hash();
  const clash = { data: [{ sdf: sdf(box("c")) }, { sdf: sdf(box("c")) }] };
  expect(reasonOf(await askFor(sim, "create_multiple", clash))).toMatch(/"c" is taken/);
  expect(sim.runner.hash()).toBe(before);
});

test("[UC5] a model is removed with its systems and the joints that held it; what is not there is refused", async () => {
  const held = `${box("a")}${box("b", "1 0 0.2 0 0 0")}
    <joint name="tie" type="fixed"><parent>a</parent><child>b</child></joint>
    ${hingeModel("arm", { plugins: '<plugin name="joint-controller" filename=""><joint_name>j</joint_name></plugin>' })}`;
  using sim = await loadEditable(ground + held, { paused: true });
  const { world } = sim.runner;
  const joints = world.query(IsJoint).count;
  expect(await askFor(sim, "remove", { name: "b", type: "MODEL" })).toEqual({ data: true });
  expect(world.query(IsJoint).count).toBe(joints - 1);
  expect(await askFor(sim, "remove", { id: sim.entity("arm") })).toEqual({ data: true });
  expect(sim.runner.systems.list().map(({ name }) => name)).toEqual(["physics", "user-commands"]);
  expect(namesIn(sim)).toEqual(["ground", "a"]);
  expect(reasonOf(await askFor(sim, "remove", { name: "grund", type: "MODEL" }))).toBe(
    'there is no entity "grund"; did you mean "ground"?',
  );
  expect(reasonOf(await askFor(sim, "remove", { name: "ground" }))).toBe(
    '"ground" may be a model or a light: specify its type or id',
  );
  expect(reasonOf(await askFor(sim, "remove", { name: "a::link", type: "LINK" }))).toMatch(
    /neither a model nor a light/,
  );
  expect(reasonOf(await askFor(sim, "remove", { id: sim.runner.root }))).toMatch(/neither a model nor a light/);
  sim.runner.state.run();
  sim.run({ steps: 10 });
  expect(sim.log.filter(({ level }) => level === "error")).toEqual([]);
});

test("[UC6] a moved model keeps its velocity as seen from itself", async () => {
  using sim = await loadEditable(`<gravity>0 0 0</gravity>${box("p")}`, { paused: true });
  const { world } = sim.runner;
  const link = sim.entity("p::link");
  world.set(link, WorldLinearVelocity, { x: 0.4, y: 0, z: 0 });
  world.set(link, WorldAngularVelocity, { x: 0.1, y: 0, z: 0 });
  const turned = { z: Math.sin(Math.PI / 4), w: Math.cos(Math.PI / 4) };
  const answer = await askFor(sim, "set_pose", { name: "p", position: { x: 1, y: 2, z: 3 }, orientation: turned });
  expect(answer).toEqual({ data: true });
  expect(world.get(link, WorldLinearVelocity)!.y).toBeCloseTo(0.4, 6);
  sim.runner.state.run();
  sim.run({ steps: 500 });
  // After a quarter turn to the left, motion along x has become motion along y.
  expect(sim.poseOf("p").x).toBeCloseTo(1, 5);
  expect(sim.poseOf("p").y).toBeCloseTo(2.2, 3);
  expect(world.get(link, WorldAngularVelocity)!.y).toBeCloseTo(0.1, 4);
});

test("[UC6] all links of a model move along, and the model is where it was sent", async () => {
  const pair = `<model name="pair"><link name="a"><inertial><mass>1</mass></inertial></link>
    <link name="b"><pose>1 0 0 0 0 0</pose><inertial><mass>1</mass></inertial></link>
    <joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint></model>`;
  using sim = await loadEditable(`<gravity>0 0 0</gravity>${pair}`);
  sim.run({ steps: 20 });
  const poses = { pose: [{ id: sim.entity("pair"), position: { x: 5 }, orientation: { w: 2 } }] };
  expect(await askFor(sim, "set_pose_vector", poses)).toEqual({ data: true });
  sim.run({ steps: 20 });
  expect(sim.poseOf("pair::a").x).toBeCloseTo(5, 5);
  expect(sim.poseOf("pair::b").x).toBeCloseTo(6, 5);
});

test("[UC7] a move that cannot be is refused: unknown, fixed to the world, no pose; and then none of several is made", async () => {
  using sim = await loadEditable(ground + box("a") + hingeModel("arm"), { paused: true });
  const before = sim.runner.hash();
  const refusal = async (pose: gz.Pose): Promise<string> => reasonOf(await askFor(sim, "set_pose", pose));
  expect(await refusal({ name: "b" })).toBe('there is no entity "b"');
  expect(await refusal({ name: "arm" })).toBe('"arm" cannot be moved: the joint "arm::fix" fixes it to the world');
  expect(await refusal({ name: "a", position: { x: Infinity } })).toMatch(/finite/);
  expect(await refusal({ name: "a", orientation: {} })).toMatch(/quaternion/);
  const several = { pose: [{ name: "a", position: { x: 1 } }, { name: "arm" }] };
  expect(reasonOf(await askFor(sim, "set_pose_vector", several))).toMatch(/"arm" cannot be moved/);
  expect(sim.runner.hash()).toBe(before);
});

test("[UC8] the scene that was loaded is the input: a replay makes the same world and reads no file", async () => {
  const files = { "models/crate.sdf": sdf(box("crate", "0 0 1 0 0 0.3")) };
  const recorded: StampedInput[] = [];
  using live = await loadEditable(ground, { resources: new MemoryResources(files) });
  live.runner.onInput.on((stamped) => recorded.push(stamped));
  live.run({ steps: 10 });
  live.request("/world/test/create", "gz.msgs.EntityFactory", { sdf_filename: "crate.sdf" });
  while (recorded.length < 2) {
    live.run({ steps: 1 });
    await new Promise((resolve) => setImmediate(resolve));
  }
  live.request("/world/test/set_pose", "gz.msgs.Pose", { name: "crate", position: { x: 2, z: 2 } });
  live.run({ steps: 300 });
  expect(recorded.map(({ input }) => input.kind)).toEqual(["request", "result", "request"]);
  expect(live.poseOf("crate").x).toBeCloseTo(2, 2);

  using again = await loadEditable(ground, { isRerun: true });
  while (again.runner.now().count < live.runner.now().count) {
    for (const { step, input } of recorded) if (step === again.runner.now().count) again.runner.inputs.replay(input);
    again.run({ steps: 1 });
  }
  expect(again.runner.hash()).toBe(live.runner.hash());
});

test("[UC9] going back before a creation takes it away, and a saved world has it elsewhere", async () => {
  using sim = await loadEditable(ground, { paused: true });
  const before = sim.runner.keyframe();
  await askFor(sim, "create", { sdf: sdf(box("crate", "0 0 1 0 0 0")) });
  sim.runner.state.run();
  sim.run({ steps: 100 });
  using other = await loadEditable(ground);
  await other.runner.load(sim.runner.save());
  for (const each of [sim, other]) each.run({ steps: 400 });
  expect(other.runner.hash()).toBe(sim.runner.hash());
  sim.runner.restore(before);
  expect(namesIn(sim)).toEqual(["ground"]);
  sim.run({ steps: 10 });
});

test("[UC11] a command does several things at once and tells what it made; it may be asked for while the world runs", async () => {
  using sim = await loadEditable(ground + box("a") + box("b", "3 0 0.2 0 0 0"));
  const edits: orrery.Edit[] = [
    createEdit({ sdf: sdf(box("c")), pose: { position: { x: 6, z: 0.2 } } }, FIRST_SESSION_ENTITY),
    createEdit({ clone_name: "a", name: "d", pose: { position: { x: 9, z: 0.2 } } }),
    removeEdit(sim.entity("b")),
    moveEdit(sim.entity("a"), { x: 1, y: 0, z: 0.2, qx: 0, qy: 0, qz: 0, qw: 1 }),
  ];
  const { data, header } = await askFor(sim, "command", { id: "s:1", edits });
  expect(data).toBe(true);
  expect(header!.data).toEqual([
    { key: "id", value: [String(FIRST_SESSION_ENTITY), String(sim.entity("d"))] },
    { key: "name", value: ["c", "d"] },
    { key: "inputs", value: ["1"] },
  ]);
  expect(namesIn(sim)).toEqual(["ground", "a", "d", "c"]);
  sim.run({ steps: 50 });
  expect(["a", "c", "d"].map((name) => Math.round(sim.poseOf(name).x))).toEqual([1, 6, 9]);
  expect(
    reasonOf(await askFor(sim, "command", { edits: [removeEdit(sim.entity("a")), { pose: { name: "zz" } }] })),
  ).toBe('there is no entity "zz"');
  expect(sim.entity("a")).toBeGreaterThan(0);
});
