import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { JointPosition, JointVelocityReset } from "../components/joint.ts";
import { World } from "../ecs/world.ts";
import { MemoryResources } from "../formats/memory-resources.ts";
import { loadSdf, parseSdf } from "../formats/sdf/load-sdf.ts";
import { writeSdf } from "../formats/sdf/write/write-sdf.ts";
import { TestSim } from "../testing/test-sim.ts";
import { saveWorld, spawnWorld } from "./kinds/world.ts";
import type { WorldScene } from "../scene/scene.ts";

const folder = join(import.meta.dirname, "../../../../worlds");
const files: Record<string, Uint8Array> = {};
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile()) files[path.slice(folder.length + 1)] = new Uint8Array(readFileSync(path));
}

/** Drops the places in files, which a world does not store. */
function placeless(scene: WorldScene): unknown {
  return JSON.parse(
    JSON.stringify(scene, (field, value: unknown) => {
      if (field === "where" || field === "from" || field === "fromUri" || field === "solid") return undefined;
      return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
    }),
  );
}

function savedAndSpawned(scene: WorldScene): WorldScene {
  const world = new World();
  return saveWorld(world, spawnWorld(world, scene));
}

test.each(Object.keys(files).filter((name) => name.endsWith(".sdf")))(
  "[SS1] the entities of %s make the scene they were made from",
  async (name) => {
    const { scene } = await loadSdf(name, new MemoryResources(files, []));
    for (const world of scene.worlds) expect(placeless(savedAndSpawned(world))).toEqual(placeless(world));
  },
);

const ALL = `<sdf version="1.11"><world name="w">
  <frame name="mark"><pose>1 2 3 0 0 0</pose></frame>
  <plugin name="p" filename="f"><a>1</a></plugin>
  <light name="sun" type="directional"><direction>0 0 -1</direction></light>
  <model name="m" canonical_link="inner::tip"><pose>1 0 0 0 0 0.5</pose>
    <self_collide>true</self_collide><allow_auto_disable>false</allow_auto_disable><enable_wind>true</enable_wind>
    <frame name="grip" attached_to="base"><pose>0 0 1 0 0 0</pose></frame>
    <link name="base"><gravity>false</gravity><kinematic>true</kinematic><enable_wind>true</enable_wind>
      <velocity_decay><linear>0.1</linear></velocity_decay>
      <collision name="c"><density>7</density><geometry><box><size>1 2 3</size></box></geometry></collision>
      <visual name="v"><visibility_flags>3</visibility_flags><transparency>0.5</transparency>
        <geometry><sphere><radius>1</radius></sphere></geometry></visual>
      <sensor name="s" type="imu"><update_rate>10</update_rate></sensor>
    </link>
    <model name="inner"><pose>0 1 0 0 0 0</pose><link name="tip"/></model>
    <joint name="j" type="screw"><parent>grip</parent><child>inner::tip</child><screw_thread_pitch>0.2</screw_thread_pitch>
      <axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>2</upper></limit></axis></joint>
  </model>
  <actor name="walker"><skin><filename>a.dae</filename></skin><script><trajectory id="0" type="walk">
    <waypoint><time>1</time><pose>1 2 0 0 0 0</pose></waypoint></trajectory></script></actor>
</world></sdf>`;

test("[SS1] and so do those of a world with something of everything", async () => {
  const { scene } = await parseSdf(ALL, "w.sdf", new MemoryResources({}));
  const [world] = scene.worlds;
  expect(placeless(savedAndSpawned(world!))).toEqual(placeless(world!));
});

/** Saves a running world, parses the result and loads it. */
async function savedAndLoaded(sim: TestSim): Promise<TestSim> {
  const text = writeSdf({ worlds: [saveWorld(sim.runner.world, sim.runner.root)], models: [], lights: [], actors: [] });
  return TestSim.load(text, { resources: new MemoryResources(files, []) });
}

const positionOf = (sim: TestSim, joint: string) => sim.runner.world.get(sim.joint(joint), JointPosition)!;

test.each(["rapier", "mujoco"])(
  "[SS2] in %s a world that runs is saved as it stands; joints mean what they meant",
  async (engine) => {
    const arm = `<sdf version="1.9"><world name="w"><physics type="${engine}"/><model name="m"><pose>1 2 0 0 0 0.5</pose>
    <link name="arm"><pose>0 0 1 0 0 0</pose><inertial><pose>0.5 0 0 0 0 0</pose><mass>1</mass></inertial></link>
    <link name="hand"><pose>1 0 1 0.3 0 0</pose><inertial><pose>0.2 0 0 0 0 0</pose><mass>1</mass></inertial></link>
    <joint name="j" type="revolute"><parent>world</parent><child>arm</child><axis><xyz>0 1 0</xyz>
      <limit><lower>-1</lower><upper>1</upper></limit>
      <dynamics><spring_stiffness>5</spring_stiffness><spring_reference>0.25</spring_reference></dynamics></axis></joint>
    <joint name="k" type="revolute"><parent>arm</parent><child>hand</child><axis><xyz>0 1 0</xyz></axis></joint>
  </model></world></sdf>`;
    using sim = await TestSim.load(arm);
    sim.run({ steps: 300 });
    expect(positionOf(sim, "m::j").axis1).toBeGreaterThan(0.05);
    using again = await savedAndLoaded(sim);
    for (const joint of ["m::j", "m::k"])
      expect(positionOf(again, joint).axis1).toBeCloseTo(positionOf(sim, joint).axis1, 5);
    for (const part of ["m", "m::arm", "m::hand"]) {
      for (const [field, at] of Object.entries(sim.poseOf(part)))
        expect(again.poseOf(part)[field as "x"]).toBeCloseTo(at, 5);
    }
    const [model] = saveWorld(again.runner.world, again.runner.root).models;
    expect(model!.joints[0]!.axes[0]).toMatchObject({ lower: -1, upper: 1, springReference: 0.25 });
    // At zero the arm is level, as in the file.
    expect(model!.pose.x).toBeCloseTo(1, 5);
    expect(model!.links[1]!.pose.x).toBeCloseTo(1, 4);
  },
);

test("[SS2] whole turns are left out of positions, and of limits and springs with them", async () => {
  const wheel = `<model name="m"><link name="l"/><joint name="j" type="revolute"><parent>world</parent><child>l</child>
    <axis><xyz>0 0 1</xyz><limit><lower>0</lower><upper>9</upper></limit></axis></joint></model>`;
  using sim = await TestSim.load(wheel);
  sim.runner.world.set(sim.joint("m::j"), JointVelocityReset, { axis1: 7, axis2: 0, axis3: 0 });
  sim.run({ steps: 1000 });
  const { axis1 } = positionOf(sim, "m::j");
  expect(axis1).toBeCloseTo(7, 1);
  using again = await savedAndLoaded(sim);
  expect(positionOf(again, "m::j").axis1).toBeCloseTo(axis1 - 2 * Math.PI, 5);
  const [axis] = saveWorld(again.runner.world, again.runner.root).models[0]!.joints[0]!.axes;
  expect(axis!.upper).toBeCloseTo(9 - 2 * Math.PI, 9);
});

test("[SS2] the sample quadruped keeps standing when it was saved and loaded", async () => {
  const dog = new TextDecoder().decode(files["quadruped.sdf"]);
  using sim = await TestSim.load(dog, { resources: new MemoryResources(files, []) });
  sim.run({ steps: 1500 });
  const before = sim.poseOf("dog").z;
  using again = await savedAndLoaded(sim);
  again.run({ steps: 1500 });
  expect(again.poseOf("dog").z).toBeCloseTo(before, 2);
});

test("[SS3] a running world answers with a file that reads as it stands", async () => {
  using sim = await TestSim.load(new TextDecoder().decode(files["vehicle.sdf"]), {
    resources: new MemoryResources(files, []),
  });
  sim.run({ steps: 100 });
  const asked = sim.node.request("/world/vehicle/generate_world_sdf", {}, { response: "gz.msgs.StringMsg" });
  // The answer comes only in a pass.
  sim.runner.state.pause();
  sim.runner.pass();
  const expected = saveWorld(sim.runner.world, sim.runner.root);
  const { data = "" } = await asked;
  const { scene, problems } = await parseSdf(data, "saved.sdf", new MemoryResources(files, []));
  expect(problems).toEqual([]);
  expect(placeless(scene.worlds[0]!)).toEqual(placeless(expected));
});
