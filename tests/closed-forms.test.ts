import { compileFormula, curveOfItem, evaluateFormula, frequencyBetween, scopeOf } from "@orrery/plots";
import { TestSim } from "@orrery/sim/testing";
import { expect, test } from "vitest";
import { watchItems, type WatchedItems } from "../packages/sim/src/testing/watch-items.ts";

const ENGINES = ["rapier", "mujoco"] as const;
const G = 9.8;

/** Computes a formula over items that were watched, as a plot does. */
function computed(text: string, { batches, times, columns }: WatchedItems): Float64Array {
  const { described } = batches[0]!;
  const infos = described!.map(({ name, type, units }) => [name!, curveOfItem(type!, units!)!] as const);
  const formula = compileFormula(text, scopeOf(new Map(infos)));
  let from = 0;
  const widths = { number: 1, vector: 3, quaternion: 4, pose: 7 };
  const curves = new Map(
    infos.map(([name, { shape }]) => {
      const own = columns.slice(from, (from += widths[shape])).map((column) => Float64Array.from(column));
      return [name, { times: Float64Array.from(times), columns: own }];
    }),
  );
  return evaluateFormula(
    formula,
    formula.inputs.map(({ name }) => curves.get(name)!),
  ).columns[0]!;
}

test.each(ENGINES)("[IT16] in %s a falling box has the velocity g·t", async (engine) => {
  const box = `<model name="box"><pose>0 0 100 0 0 0</pose><link name="body"/></model>`;
  using sim = await TestSim.load(box, { engine });
  const watched = await watchItems(sim, ["box::body::linear_velocity"]);
  sim.run({ steps: 1000 });
  watched.finish();
  for (const [i, vz] of watched.columns[2]!.entries()) expect(vz / (-G * watched.times[i]!)).toBeCloseTo(1, 5);
});

test("[IT16] in MuJoCo with RK4 the energy of a pendulum, by expression, is constant to one in a million", async () => {
  // A rod of 1 m and 2 kg that swings about its end, from 1 rad.
  const [mass, inertia] = [2, 2 / 12];
  const pendulum = `<model name="p"><link name="rod"><pose>0 0 5 0 1 0</pose>
    <inertial><pose>0 0 -0.5 0 0 0</pose><mass>${mass}</mass>
      <inertia><ixx>${inertia}</ixx><iyy>${inertia}</iyy><izz>0.001</izz></inertia></inertial></link>
    <joint name="j" type="revolute"><parent>world</parent><child>rod</child><axis><xyz>0 1 0</xyz></axis></joint></model>
    <plugin name="physics" filename="physics"><integrator>rk4</integrator></plugin>`;
  using sim = await TestSim.load(pendulum, { engine: "mujoco", defaultSystems: [] });
  const watched = await watchItems(sim, [
    "p::rod::inertial::linear_velocity",
    "p::rod::angular_velocity",
    "p::rod::inertial::pose",
  ]);
  sim.run({ steps: 4000 });
  watched.finish();
  // For one metre of arm and one kilogram: formulas refuse to add numbers of unlike units.
  const turning = `${inertia} * (norm(p::rod::angular_velocity) * 1m / 1rad)^2 / 2`;
  const falling = `${mass} * ${G} * p::rod::inertial::pose.z * 1m / (1s * 1s)`;
  const energy = computed(`${mass} * norm(p::rod::inertial::linear_velocity)^2 / 2 + ${turning} + ${falling}`, watched);
  const speed = computed("norm(p::rod::angular_velocity)", watched);
  expect(Math.max(...speed)).toBeGreaterThan(1);
  const lowest = Math.min(...energy);
  // Of what swings to and fro: the height of the centre above its lowest point.
  const swinging = mass * G * 0.5 * (1 - Math.cos(1));
  expect((Math.max(...energy) - lowest) / swinging).toBeLessThan(1e-6);
});

test.each(ENGINES)(
  "[IT16] in %s the frequency of a spring between two cursors is right within one in a thousand",
  async (engine) => {
    const [mass, stiffness] = [2, 200];
    const spring = `<model name="s"><link name="bob"><pose>0 0 5 0 0 0</pose><inertial><mass>${mass}</mass></inertial></link>
    <joint name="j" type="prismatic"><parent>world</parent><child>bob</child><axis><xyz>0 0 1</xyz>
      <dynamics><spring_stiffness>${stiffness}</spring_stiffness></dynamics></axis></joint></model>`;
    using sim = await TestSim.load(spring, { engine });
    const watched = await watchItems(sim, ["s::j::angle"]);
    sim.run({ steps: 7000 });
    watched.finish();
    const { times } = watched;
    const [displacement] = watched.columns;
    // Cursors where it passes its place of rest upwards, many periods apart.
    const rest = (-mass * G) / stiffness;
    const passes = displacement!.flatMap((x, i) => {
      const before = i === 0 ? NaN : displacement![i - 1]!;
      return before < rest && x >= rest ? [times[i]! - ((x - rest) / (x - before)) * 0.001] : [];
    });
    const periods = passes.length - 1;
    expect(periods).toBeGreaterThan(8);
    const frequency = frequencyBetween(passes[0]!, passes.at(-1)!, periods);
    expect(frequency / (Math.sqrt(stiffness / mass) / (2 * Math.PI))).toBeCloseTo(1, 3);
  },
);
