import { expect, test } from "vitest";
import { TestSim } from "../../testing/test-sim.ts";
import { watchItems } from "../../testing/watch-items.ts";

const ENGINES = ["rapier", "mujoco"] as const;
const MASS = 2;
const G = 9.8;

/** Returns a chain of links, each one metre long. The first one hangs on the world. */
function chain(links: number): string {
  const bodies = Array.from({ length: links }, (_, i) => {
    const inertia = `<inertial><pose>0 0 -0.5 0 0 0</pose><mass>${MASS}</mass><inertia><ixx>0.2</ixx><iyy>0.2</iyy><izz>0.01</izz></inertia></inertial>`;
    const joint = `<joint name="j${i}" type="revolute"><parent>${i === 0 ? "world" : `l${i - 1}`}</parent><child>l${i}</child>
      <axis><xyz>0 1 0</xyz></axis></joint>`;
    return `<link name="l${i}"><pose>0 0 ${10 - i} 0 0 0</pose>${inertia}</link>${joint}`;
  });
  return `<model name="chain">${bodies.join("")}</model>`;
}

test.each(ENGINES)(
  "[IT6] in %s each joint of a hanging chain carries the weight of all links below it",
  async (engine) => {
    using sim = await TestSim.load(chain(3), { engine });
    const names = [0, 1, 2].map((i) => `chain::j${i}::force`);
    const read = await sampler(sim, [...names, "chain::j0::effort"]);
    sim.run({ steps: 200 });
    const values = read();
    for (let i = 0; i < 3; i++) {
      expect(values[3 * i]).toBeCloseTo(0, 1);
      expect(values[3 * i + 2]! / ((3 - i) * MASS * G)).toBeCloseTo(1, 2);
    }
    expect(values[9]).toBeCloseTo(0, 1);
  },
);

test.each(ENGINES)(
  "[IT7] in %s a falling box has the velocity, acceleration, force, momentum and energy of the formulas",
  async (engine) => {
    const box = `<model name="box"><pose>1 2 10 0 0 0</pose><link name="body"><inertial><mass>${MASS}</mass></inertial></link></model>`;
    using sim = await TestSim.load(box, { engine });
    const names = ["linear_velocity", "linear_acceleration", "force", "linear_momentum"].map(
      (last) => `box::body::${last}`,
    );
    const read = await sampler(sim, [...names, "box::body::kinetic_energy", "box::energy", "potential_energy"]);
    sim.run({ steps: 100 });
    const values = read();
    const v = -G * 0.1;
    expect(values[2]).toBeCloseTo(v, 5);
    expect(values[5]).toBeCloseTo(-G, 3);
    expect(values[8]).toBeCloseTo(-MASS * G, 2);
    expect(values[11]! / (MASS * v)).toBeCloseTo(1, 5);
    expect(values[12]! / ((MASS * v * v) / 2)).toBeCloseTo(1, 4);
    expect(values[13]! / (MASS * G * 10)).toBeCloseTo(1, 3);
    expect(values[14]! + values[12]!).toBe(values[13]);
  },
);

test("[IT8] what an engine or an entity does not have is listed with the reason, and has no value", async () => {
  const square = `<model name="m"><static>true</static><link name="l"/></model>
    <model name="loop"><link name="a"/><link name="b"/>
      <joint name="ab" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz></axis></joint>
      <joint name="w" type="fixed"><parent>world</parent><child>a</child></joint>
      <joint name="wb" type="fixed"><parent>world</parent><child>b</child></joint></model>`;
  using sim = await TestSim.load(square, { engine: "rapier" });
  const { manager } = sim.runner.introspection;
  expect(manager.find("m::l::force")?.unavailable).toBe(
    "the model is static: it never moves, and its mass does not matter",
  );
  expect(manager.find("loop::ab::force")?.unavailable).toContain("closed loop");
  expect(manager.find("loop::w::angle")?.unavailable).toBe("a fixed joint does not move");
  expect(manager.find("loop::ab::angle_2")?.unavailable).toBe("the joint has one axis");
  const read = await sampler(sim, ["m::l::force", "loop::ab::force", "loop::w::angle"]);
  sim.run({ steps: 2 });
  expect(read().every((value) => Number.isNaN(value))).toBe(true);
});

test("[IT9] every number of every component is an item, with its unit; long lists are left out", async () => {
  using sim = await TestSim.load(`<model name="slider"><link name="a"/>
    <joint name="j" type="prismatic"><parent>world</parent><child>a</child>
      <axis><xyz>0 0 1</xyz><limit><upper>0.5</upper></limit><dynamics><damping>3</damping></dynamics></axis></joint></model>`);
  const { manager } = sim.runner.introspection;
  const items = manager.list({ of: "slider::j" }).items.map(({ name, units }) => [name, units.join()]);
  expect(items).toContainEqual(["slider::j::gz_sim_components.JointAxes[0].damping", "N·s/m"]);
  expect(items).toContainEqual(["slider::j::gz_sim_components.JointPosition.axis1", "m"]);
  expect(items).toContainEqual(["slider::j::velocity", "m/s"]);
  const read = await sampler(sim, [
    "slider::j::gz_sim_components.JointAxes[0].damping",
    "slider::a::gz_sim_components.Inertial.mass",
  ]);
  sim.run({ steps: 1 });
  expect(read()).toEqual([3, 1]);
  expect(manager.find("slider::j::gz_sim_components.JointAxes[9].damping")?.note).toBe(
    "the component does not have this number now",
  );
  expect(manager.find("slider::j::gz_sim_components.Nothing.damping")).toBeUndefined();
});

test.each(ENGINES)(
  "[IT18] in %s links of nested models, their inertials, collisions, visuals and contacts, and costs of systems are items",
  async (engine) => {
    const box = "<geometry><box><size>1 1 1</size></box></geometry>";
    const world = `<model name="ground"><static>true</static><link name="l"><collision name="c">
        <geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>
      <model name="outer"><pose>3 0 0.5 0 0 0</pose><link name="base"><pose>0 9 9 0 0 0</pose></link>
        <model name="inner"><link name="body"><inertial><pose>0 0 -0.1 0 0 0</pose><mass>${MASS}</mass></inertial>
          <collision name="hull"><pose>0 0 0 0 0 0</pose>${box}</collision>
          <visual name="paint"><pose>0 0.25 0 0 0 0</pose>${box}</visual></link></model></model>`;
    using sim = await TestSim.load(world, { engine, nowMs: () => performance.now() });
    const body = "outer::inner::body";
    const read = await sampler(sim, [
      `${body}::inertial::pose`,
      `${body}::hull::pose`,
      `${body}::paint::pose`,
      `${body}::hull::contacts`,
      `${body}::hull::contact_force`,
      `${body}::contact_force`,
      "systems::physics",
    ]);
    sim.run({ steps: 1000 });
    const values = read();
    const near = (from: number, expected: readonly number[]): void => {
      for (const [i, value] of expected.entries()) expect(values[from + i]).toBeCloseTo(value, 2);
    };
    near(0, [3, 0, 0.4]);
    near(7, [3, 0, 0.5]);
    near(14, [3, 0.25, 0.5]);
    expect(values[21]).toBeGreaterThan(2);
    for (const from of [22, 25]) expect(values[from + 2]! / (MASS * G)).toBeCloseTo(1, 1);
    expect(values[28]).toBeGreaterThan(0);
  },
);

/** Watches items from now on. Returns a function that gives their values in the last step. */
async function sampler(sim: TestSim, items: readonly string[]): Promise<() => readonly number[]> {
  const watched = await watchItems(sim, items);
  return () => {
    watched.finish();
    return watched.columns.map((column) => column.at(-1)!);
  };
}
