import { expect, test } from "vitest";
import { componentsEdit, pushEdit, scaleEdit } from "../commands/make-edit.ts";
import { WorldLinearVelocity } from "../components/motion.ts";
import { Gravity, Inertial } from "../components/physics.ts";
import { Pose } from "../components/pose.ts";
import { writeSdf } from "../formats/sdf/write/write-sdf.ts";
import { saveWorld } from "../entities/kinds/world.ts";
import { askFor, command, reasonOf } from "../testing/commands.ts";
import { TestSim } from "../testing/test-sim.ts";

const engines = ["rapier", "mujoco"] as const;

const box = (
  name: string,
  pose: string,
  mass = 1,
): string => `<model name="${name}"><pose>${pose}</pose><link name="link">
  <inertial><mass>${mass}</mass><inertia><ixx>${mass}</ixx><iyy>${mass}</iyy><izz>${mass}</izz></inertia></inertial>
  <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision></link></model>`;

const load = (engine: string, inner: string): Promise<TestSim> =>
  TestSim.load(
    `<physics type="${engine}"><max_step_size>0.001</max_step_size></physics>
     <plugin name="physics" filename=""/><plugin name="user-commands" filename=""/>${inner}`,
    { history: { enabled: true } },
  );

const line = (x: number) => ({ x, y: 0, z: 0 });

test.each(engines)("[CD24] what no robot needs is refused with the field and its bound: %s", async (engine) => {
  using sim = await load(engine, box("a", "0 0 9 0 0 0") + box("b", "0 5 9 0 0 0"));
  sim.run({ steps: 1 });
  const [model, link] = [sim.entity("a"), sim.entity("a::link")];
  const refused = async (...edits: Parameters<typeof command>[1][]): Promise<string> =>
    reasonOf(await command(sim, ...edits));
  expect(await refused(pushEdit(link, { force: line(1e308) }))).toBe(
    "force.x must be from -1000000000 to 1000000000 N, not 1e+308",
  );
  expect(await refused(pushEdit(link, { torque: line(-1e30) }))).toMatch(/^torque.x must be from .* N·m, not -1e\+30$/);
  expect(await refused({ pose: { id: model, position: { y: 1e308 } } })).toBe(
    "position.y must be from -10000000 to 10000000 m, not 1e+308",
  );
  const edit = (...args: Parameters<typeof componentsEdit>) => refused(componentsEdit(...args));
  expect(await edit(link, [[WorldLinearVelocity, line(1e9)]])).toMatch(/^WorldLinearVelocity.x must be .* m\/s, not/);
  const { world, root } = sim.runner;
  const pose = world.get(model, Pose)!;
  expect(await edit(model, [[Pose, { ...pose, z: -1e8 }]])).toMatch(/^Pose.z must be from .* m, not -100000000$/);
  expect(await edit(link, [[Inertial, { ...world.get(link, Inertial)!, mass: 1e30 }]])).toMatch(
    /Inertial.mass must be at most/,
  );
  expect(await edit(root, [[Gravity, line(1e38)]])).toMatch(/^Gravity.x must be/);
  expect(await refused(scaleEdit(model, { x: 1e300, y: 1e300, z: 1e300 }))).toMatch(/^factors must be from 1e-12 to/);
  expect(reasonOf(await askFor(sim, "set_physics", { gravity: { z: -1e38 } }))).toMatch(
    /^gravity.z must be from .* m\/s²/,
  );
  sim.run({ steps: 100 });
  expect(sim.poseOf("a").z).toBeLessThan(9);
  expect(sim.poseOf("a").z).toBe(sim.poseOf("b").z);
  expect(sim.log.filter(({ level }) => level === "error")).toEqual([]);
  expect(writeSdf({ worlds: [saveWorld(world, root)], models: [], lights: [], actors: [] })).not.toMatch(
    /\binf\b|nan/i,
  );
});

test.each(engines)(
  "[PS32] a body whose motion runs away is stopped and named; the others continue, and undo is exact: %s",
  async (engine) => {
    using sim = await load(engine, box("dust", "0 0 9 0 0 0", 1e-14) + box("stone", "0 5 9 0 0 0"));
    sim.run({ steps: 10 });
    sim.runner.state.pause();
    const before = sim.runner.hash();
    const link = sim.entity("dust::link");
    expect(reasonOf(await command(sim, pushEdit(link, { force: line(1e9) })))).toBe("");
    sim.runner.state.run();
    sim.run({ steps: 100 });
    const { x, y, z } = sim.poseOf("dust");
    expect([x, y, z].every(Number.isFinite)).toBe(true);
    expect(sim.poseOf("stone").z).toBeLessThan(9);
    // Rapier slows the body down instead.
    const told = sim.log.filter(({ message }) => message.includes("ran away"));
    expect(told.map(({ message }) => message.split(" (")[0])).toEqual(
      engine === "mujoco" ? ["dust::link: its motion ran away"] : [],
    );
    expect(sim.log.some(({ message }) => message.includes("was stopped; the world runs on"))).toBe(false);
    const { timeline } = sim.runner;
    timeline.undo(timeline.undoable()[0]!.id, { author: "", authorName: "" });
    expect(sim.runner.hash()).toBe(before);
    sim.runner.state.run();
    sim.run({ steps: 100 });
    expect(sim.poseOf("dust").z).toBeCloseTo(sim.poseOf("stone").z, 4);
  },
);

test.each(engines)("[PS33] a world with gravity that is no number of this earth runs without: %s", async (engine) => {
  using sim = await load(engine, `<gravity>0 0 -1e38</gravity>${box("a", "0 0 9 0 0 0")}`);
  sim.run({ steps: 10 });
  expect(sim.poseOf("a").z).toBe(9);
  expect(sim.log.map(({ message }) => message).join("\n")).toContain(
    "gravity.z must be from -1000000 to 1000000 m/s², not -1e+38; there is none",
  );
});

test("[PS30] a chain that MuJoCo cannot have is named in one line, and as much of it moves as it can have", async () => {
  const chain = Array.from({ length: 300 }, (_, i) => {
    const joint = `<joint name="j${i}" type="revolute"><parent>l${i - 1}</parent><child>l${i}</child><axis><xyz>0 0 1</xyz></axis></joint>`;
    return `<link name="l${i}"><pose>${i} 0 9 0 0 0</pose></link>${i === 0 ? "" : joint}`;
  });
  using sim = await load("mujoco", `${box("a", "0 5 9 0 0 0")}<model name="rope">${chain.join("")}</model>`);
  sim.run({ steps: 10 });
  expect(sim.poseOf("a").z).toBeLessThan(9);
  const errors = sim.log.filter(({ level }) => level === "error").map(({ message }) => message);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain("(a chain of more than 150 links on joints, which MuJoCo cannot simulate; Rapier can)");
});
