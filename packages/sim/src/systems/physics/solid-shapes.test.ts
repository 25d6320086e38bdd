import { expect, test } from "vitest";
import { Solid, SolidOf } from "../../components/geometry.ts";
import { IsStatic } from "../../components/identity.ts";
import { MemoryResources } from "../../formats/memory-resources.ts";
import { boxTriangles, joined, objText, stlText } from "../../testing/mesh-files.ts";
import { TestSim } from "../../testing/test-sim.ts";

/** Returns a table of 1 × 1 m, with its plate between heights of 0.6 and 0.7 m, on legs of 0.1 m at the corners. */
const leg = (x: number, y: number) => boxTriangles([0.1, 0.1, 0.6], [x, y, 0.3]);
const table = joined(
  boxTriangles([1, 1, 0.1], [0, 0, 0.65]),
  leg(0.45, 0.45),
  leg(-0.45, 0.45),
  leg(0.45, -0.45),
  leg(-0.45, -0.45),
);
const files = {
  "table.obj": objText(table),
  "wedge.stl": stlText("wedge", {
    positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
    indices: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
  }),
};

const ground =
  '<model name="ground"><static>true</static><link name="l"><collision name="c"><geometry><plane/></geometry></collision></link></model>';

function body(name: string, pose: string, geometry: string, extra = ""): string {
  return `<model name="${name}">${extra}<pose>${pose} 0 0 0</pose><link name="l"><inertial auto="true"/>
    <collision name="c"><geometry>${geometry}</geometry></collision></link></model>`;
}

const mesh = (uri: string, attributes = ""): string => `<mesh ${attributes}><uri>${uri}</uri></mesh>`;
const ball = "<sphere><radius>0.1</radius></sphere>";

function load(models: string, resources = new MemoryResources(files)): Promise<TestSim> {
  return TestSim.load(ground + models, { resources });
}

function warnings({ log }: TestSim): string[] {
  return log.filter(({ level }) => level === "warn").map(({ message }) => message);
}

test("[PS18] a concave mesh that moves stands on its legs, leaves room below and says that it is approximated", async () => {
  using sim = await load(
    body("table", "0 0 0.1", mesh("table.obj")) + body("below", "0 0 0.1", ball) + body("on", "0.2 0 1", ball),
  );
  expect(warnings(sim)).toEqual([
    expect.stringMatching(/^table::l::c is not convex and it moves: it collides as \d+ convex parts/),
  ]);
  sim.run({ steps: 2000 });
  // Contacts yield by up to a millimetre.
  expect(Math.abs(sim.poseOf("table").z)).toBeLessThan(0.001);
  expect(Math.abs(sim.poseOf("below").z - 0.1)).toBeLessThan(0.001);
  expect(Math.abs(sim.poseOf("on").z - 0.8)).toBeLessThan(0.001);
});

test("[PS18] one that stands keeps its surface, and a convex one its hull, without a word", async () => {
  using sim = await load(
    body("table", "0 0 0", mesh("table.obj"), "<static>true</static>") +
      body("below", "0 0 0.1", ball) +
      body("on", "0.2 0 1", ball) +
      body("wedge", "3 0 0.1", mesh("wedge.stl")),
  );
  expect(warnings(sim)).toEqual([]);
  sim.run({ steps: 2000 });
  expect(Math.abs(sim.poseOf("below").z - 0.1)).toBeLessThan(0.001);
  expect(Math.abs(sim.poseOf("on").z - 0.8)).toBeLessThan(0.001);
  expect(Math.abs(sim.poseOf("wedge").z)).toBeLessThan(0.001);
});

test.each([
  ["convex_hull", 0.8],
  ["convex_decomposition", 0.2],
])("[PS18] a table upside down, asked for %s, lets a ball down to %d m", async (optimization, height) => {
  const upsideDown = body(
    "table",
    "0 0 0.7",
    mesh("table.obj", `optimization="${optimization}"`),
    "<static>true</static>",
  );
  using sim = await load(upsideDown.replace("0 0 0.7 0 0 0", "0 0 0.7 3.14159265 0 0") + body("ball", "0 0 1.2", ball));
  sim.run({ steps: 2000 });
  expect(warnings(sim)).toEqual([]);
  expect(Math.abs(sim.poseOf("ball").z - height)).toBeLessThan(0.001);
});

test("[PS18] what stood and may move now collides as its parts", async () => {
  using sim = await load(
    body("table", "0 0 0.2", mesh("table.obj"), "<static>true</static>") + body("below", "0 0 0.1", ball),
  );
  sim.run({ steps: 10 });
  sim.runner.world.unset(sim.entity("table"), IsStatic);
  sim.run({ steps: 2000 });
  expect(warnings(sim)).toHaveLength(1);
  expect(Math.abs(sim.poseOf("table").z)).toBeLessThan(0.001);
});

test("[PS19] bodies of one mesh share one solid, in a saved file too", async () => {
  const many = (count: number): string =>
    Array.from({ length: count }, (_, i) =>
      body(`t${i}`, `${2 * i} 0 0`, mesh("table.obj"), "<static>true</static>"),
    ).join("");
  using sim = await load(many(20));
  const { world } = sim.runner;
  expect(world.query(Solid).count).toBe(1);
  expect(world.query(SolidOf).count).toBe(20);
  const solid = world.query(Solid).first()!;
  expect([...world.query(SolidOf)].every(([, { entity }]) => entity === solid)).toBe(true);
});

test("[PS19] a saved state needs no file: what its meshes were keeps colliding, whatever the files are now", async () => {
  const models = body("table", "0 0 0.3", mesh("table.obj")) + body("on", "0.2 0 1.5", ball);
  using sim = await load(models);
  sim.run({ steps: 100 });
  const file = sim.runner.save();
  sim.run({ steps: 900 });
  const flat = new MemoryResources({ "table.obj": objText(boxTriangles([1, 1, 0.1], [0, 0, 0.05])) });
  using other = await load(models, flat);
  await other.runner.load(file);
  expect(warnings(other).some((text) => text.includes("has changed since this state was saved"))).toBe(true);
  other.run({ steps: 900 });
  expect(other.runner.hash()).toBe(sim.runner.hash());
  // Rebuilt from components alone, as after an edit.
  for (const each of [sim, other]) {
    each.runner.world.set(each.entity("table"), IsStatic, {});
    each.run({ steps: 100 });
  }
  expect(other.runner.hash()).toBe(sim.runner.hash());
});

test("[PS19] a world whose mesh is missing runs without that shape", async () => {
  using sim = await load(
    body("ghost", "0 0 1", mesh("none.obj"), "<static>true</static>") + body("ball", "0 0 2", ball),
  );
  sim.run({ steps: 2000 });
  expect(Math.abs(sim.poseOf("ball").z - 0.1)).toBeLessThan(0.001);
});
