import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ChosenEngine } from "../../components/physics.ts";
import { World } from "../../ecs/world.ts";
import { MemoryResources } from "../../formats/memory-resources.ts";
import { loadSdf, parseSdf } from "../../formats/sdf/load-sdf.ts";
import { spawnModel } from "../../entities/kinds/model.ts";
import { spawnWorld } from "../../entities/kinds/world.ts";
import { TestSim } from "../../testing/test-sim.ts";
import { chooseEngine, contentOfScene, contentOfWorld } from "./engine-choice.ts";

const worlds = join(import.meta.dirname, "../../../../../worlds");

const arm = `<model name="arm"><link name="a"/><link name="b"/><joint name="j" type="revolute"><parent>a</parent>
  <child>b</child><axis><xyz>0 1 0</xyz></axis></joint></model>`;

test("[PS21] a file's <physics type> comes first, then the plugin's setting, then what the world holds", () => {
  const robot = () => ({ joints: 12, loose: 3, meshes: 0, special: 0 });
  expect(chooseEngine("rapier", "mujoco", robot).engine).toBe("rapier");
  expect(chooseEngine("mujoco", "rapier", () => ({ joints: 0, loose: 5000, meshes: 0, special: 0 })).engine).toBe(
    "mujoco",
  );
  for (const type of ["ode", "bullet", "dart", "simbody", "ignored", "auto", ""]) {
    expect(chooseEngine(type, "rapier", robot)).toEqual({ engine: "rapier", why: "chosen by the plugin's <engine>" });
    const why = "chosen because its joints are exact, and this world has 12 joints";
    expect(chooseEngine(type, "auto", robot)).toEqual({ engine: "mujoco", why });
  }
});

test("[PS21] robots and mechanisms get MuJoCo; worlds without joints, of many loose bodies or of meshes get Rapier", () => {
  const by = (joints: number, loose: number, meshes: number) =>
    chooseEngine("ode", "auto", () => ({ joints, loose, meshes, special: 0 }));
  expect(by(1, 0, 0).engine).toBe("mujoco");
  expect(by(1, 30, 10).engine).toBe("mujoco");
  expect(by(0, 1, 0)).toEqual({ engine: "rapier", why: "chosen because nothing in this world moves on joints" });
  expect(by(1, 31, 0)).toEqual({
    engine: "rapier",
    why: "chosen because it is faster with 31 loose bodies beside 1 joint",
  });
  expect(by(2, 0, 11)).toEqual({ engine: "rapier", why: "chosen because it is better with 11 meshes beside 2 joints" });
  const gears = chooseEngine("ode", "auto", () => ({ joints: 2, loose: 99, meshes: 99, special: 1 }));
  expect(gears).toEqual({ engine: "mujoco", why: "chosen because only it can do 1 joint of this world" });
});

test("[PS21] a world is counted the same before and after it is made", async () => {
  const files = Object.fromEntries(
    readdirSync(worlds, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(sdf|config)$/.test(path))
      .map((path) => [path, readFileSync(join(worlds, path), "utf8")]),
  );
  const names = readdirSync(worlds).filter((name) => name.endsWith(".sdf"));
  expect(names.length).toBeGreaterThan(4);
  const nested = `<sdf version="1.9"><world name="nested">
    <model name="outer">${arm}<link name="c"/><link name="d"/>
      <joint name="k" type="fixed"><parent>c</parent><child>arm::a</child></joint></model>
    <model name="still"><static>true</static>${arm}</model>
    <joint name="w" type="ball"><parent>world</parent><child>outer::d</child></joint>
    <model name="vice"><link name="x"/><link name="y"/><joint name="s" type="screw"><parent>x</parent><child>y</child>
      <axis><xyz>0 0 1</xyz></axis></joint></model></world></sdf>`;
  for (const name of [...names, ""]) {
    const { scene } =
      name === ""
        ? await parseSdf(nested, "nested.sdf", new MemoryResources({}))
        : await loadSdf(name, new MemoryResources(files));
    const world = new World();
    spawnWorld(world, scene.worlds[0]!);
    const content = contentOfScene(scene.worlds[0]!);
    expect(contentOfWorld(world)).toEqual(content);
    if (name === "") expect(content).toEqual({ joints: 3, loose: 0, meshes: 0, special: 1 });
  }
});

test("[PS22] a world keeps its engine when it grows beyond what the engine was chosen for", async () => {
  using sim = await TestSim.load(arm);
  expect(sim.log.map(({ message }) => message)).toContain(
    "physics engine mujoco: chosen because its joints are exact, and this world has 1 joint",
  );
  const { world, root } = sim.runner;
  const loose = `<sdf version="1.9"><model name="m"><link name="l"/></model></sdf>`;
  const { scene } = await parseSdf(loose, "m.sdf", new MemoryResources({}));
  for (let i = 0; i < 120; i++) spawnModel(world, root, { ...scene.models[0]!, name: `extra${i}` });
  sim.run({ steps: 2 });
  sim.runner.restore(sim.runner.keyframe());
  expect(world.get(root, ChosenEngine)).toBe("mujoco");
});

test("[PS22] a saved state brings its engine along", async () => {
  using rapier = await TestSim.load(`<physics type="rapier"/>${arm}`);
  using mujoco = await TestSim.load(`<physics type="mujoco"/>${arm}`);
  for (const sim of [rapier, mujoco]) sim.run({ steps: 5 });
  const wanted = mujoco.runner.save();
  mujoco.run({ steps: 20 });
  await rapier.runner.load(wanted);
  rapier.run({ steps: 20 });
  expect(rapier.runner.hash()).toBe(mujoco.runner.hash());
  expect(rapier.runner.world.get(rapier.runner.root, ChosenEngine)).toBe("mujoco");
  expect(rapier.log.at(-1)!.message).toBe("physics engine mujoco: that of the restored state");
});
