import { expect, test } from "vitest";
import { identityPose } from "../../base/pose.ts";
import {
  castRay,
  at,
  body,
  cube,
  down,
  ground,
  massOf,
  run,
  shape,
  stateOf,
  turned,
  type CreateEngine,
} from "./engine-scene.fixture.ts";
import type { ShapeGeometry } from "../shape-geometry.ts";

/** Corners of a cube of side 0.4 and its twelve triangles, counter-clockwise from outside. */
const corners = Float32Array.from(
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, (i >> 1) & 1, i >> 2].map((bit) => 0.4 * bit - 0.2)),
);
const triangles = Uint32Array.from(
  [
    [0, 2, 1],
    [1, 2, 3],
    [4, 5, 6],
    [5, 7, 6],
    [0, 1, 4],
    [1, 5, 4],
    [2, 6, 3],
    [3, 6, 7],
    [0, 4, 2],
    [2, 4, 6],
    [1, 3, 5],
    [3, 7, 5],
  ].flat(),
);

/** Returns the corners of a box at x and z, 0.6 long in y. */
function hull(x: number, z: number, width: number, height: number): Float32Array {
  const size = [width, 0.6, height];
  return Float32Array.from(corners, (value, i) => [x, 0, z][i % 3]! + (value / 0.4) * size[i % 3]!);
}

export function shapeContract(create: CreateEngine): void {
  const resting: [string, ShapeGeometry, number, number][] = [
    // name, geometry, height of the origin at rest, turn about x before the fall
    ["box", { type: "box", size: { x: 0.6, y: 0.5, z: 0.4 } }, 0.2, 0],
    ["sphere", { type: "sphere", radius: 0.3 }, 0.3, 0],
    ["cylinder", { type: "cylinder", radius: 0.2, length: 0.5 }, 0.25, 0],
    ["cylinder on its side", { type: "cylinder", radius: 0.2, length: 0.5 }, 0.2, Math.PI / 2],
    ["capsule on its side", { type: "capsule", radius: 0.2, length: 0.5 }, 0.2, Math.PI / 2],
    ["cone", { type: "cone", radius: 0.3, length: 0.4 }, 0.2, 0],
    ["ellipsoid", { type: "ellipsoid", radii: { x: 0.4, y: 0.3, z: 0.2 } }, 0.2, 0],
    ["convex hull", { type: "convex", points: corners }, 0.2, 0],
    ["mesh", { type: "mesh", vertices: corners, indices: triangles }, 0.2, 0],
    // A table: a plate of 0.6 × 0.6 × 0.1 on two sides of 0.1 × 0.6 × 0.3.
    [
      "compound",
      { type: "compound", hulls: [hull(0, 0.25, 0.6, 0.1), hull(-0.25, 0.05, 0.1, 0.3), hull(0.25, 0.05, 0.1, 0.3)] },
      0.1,
      0,
    ],
  ];
  test.each(resting)("[PH2] a %s falls and rests at its height", async (_name, geometry, height, turn) => {
    using engine = await create({ gravity: down });
    engine.addBody(ground());
    engine.addBody(body(1, turned("x", turn, { x: 0, y: 0, z: height + 0.1 }), geometry, { mass: massOf(1, 0.02) }));
    run(engine, 1.5);
    // 2 mm: contacts are springs, and a hull's faces lie a little inside an ellipsoid.
    expect(Math.abs(stateOf(engine, 1).position.z - height)).toBeLessThan(0.002);
  });

  const floors: [string, ShapeGeometry][] = [
    ["box", { type: "box", size: { x: 4, y: 4, z: 1 } }],
    [
      "mesh",
      {
        type: "mesh",
        vertices: Float32Array.of(-2, -2, 0.5, 2, -2, 0.5, 2, 2, 0.5, -2, 2, 0.5),
        indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
      },
    ],
    [
      "heightmap",
      { type: "heightmap", columns: 5, rows: 3, heights: new Float32Array(15).fill(0.5), size: { x: 4, y: 4 } },
    ],
    ["plane", { type: "plane", normal: { x: 0, y: 0, z: 2 } }],
  ];
  test.each(floors)("[PH2] a box comes to rest on a %s", async (_name, geometry) => {
    using engine = await create({ gravity: down });
    const pose = at(0, 0, geometry.type === "plane" ? 0.5 : 0);
    engine.addBody({ id: 2, kind: "static", pose, shapes: [shape(2, geometry)] });
    engine.addBody(body(1, at(0.3, 0.2, 0.8), cube(0.4)));
    run(engine, 1);
    expect(stateOf(engine, 1).position.z).toBeCloseTo(0.7, 2.5);
  });

  test("[PH22] a surface of two sides holds a ball from behind", async () => {
    using engine = await create({ gravity: down });
    const geometry: ShapeGeometry = {
      type: "mesh",
      vertices: corners,
      indices: triangles.toReversed(),
      twoSided: true,
    };
    engine.addBody({ id: 2, kind: "static", pose: at(0, 0, 0), shapes: [shape(2, geometry)] });
    engine.addBody(body(1, at(0.02, 0.01, 0.45), { type: "sphere", radius: 0.1 }));
    run(engine, 1);
    expect(stateOf(engine, 1).position.z).toBeCloseTo(0.3, 2.5);
  });

  test("[PH3] a heightmap has its rows along x, from the corner of least x and y", async () => {
    using engine = await create({ gravity: down });
    // 3 columns along x, 2 rows along y: heights rise with x in the first row, the second row is flat at 10.
    const heights = Float32Array.of(0, 1, 2, 10, 10, 10);
    const map: ShapeGeometry = { type: "heightmap", columns: 3, rows: 2, heights, size: { x: 4, y: 2 } };
    engine.addBody({ id: 1, kind: "static", pose: identityPose, shapes: [shape(1, map)] });
    engine.step(0.001);
    const heightAt = (x: number, y: number) =>
      50 - (castRay(engine, { x, y, z: 50 }, { x: 0, y: 0, z: -1 }, 100)?.distance ?? NaN);
    expect(heightAt(-1.999, -0.9999)).toBeCloseTo(0, 1);
    expect(heightAt(1.999, -0.9999)).toBeCloseTo(2, 1);
    expect(heightAt(0, 0.9999)).toBeCloseTo(10, 1);
  });

  test("[PH4] a shape's pose is that in its body", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(ground());
    const lying = shape(
      1,
      { type: "cylinder", radius: 0.2, length: 1 },
      { pose: turned("x", Math.PI / 2, { x: 0, y: 0, z: -0.5 }) },
    );
    engine.addBody({ ...body(1, at(0, 0, 1)), shapes: [lying] });
    engine.step(0.001);
    const hit = castRay(engine, { x: -5, y: 0.45, z: 0.5 }, { x: 1, y: 0, z: 0 }, 10);
    expect(hit?.shape).toBe(1);
    expect(hit?.distance).toBeCloseTo(4.8, 3);
  });

  const broken: [ShapeGeometry, RegExp][] = [
    [{ type: "box", size: { x: 1, y: 0, z: 1 } }, /shape 7.*box/],
    [{ type: "sphere", radius: -1 }, /shape 7.*sphere/],
    [{ type: "plane", normal: { x: 0, y: 0, z: 0 } }, /shape 7.*normal/],
    [{ type: "convex", points: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0) }, /shape 7.*one plane/],
    [{ type: "convex", points: Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0) }, /shape 7.*one line/],
    [
      { type: "mesh", vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 9) },
      /shape 7.*vertex 9/,
    ],
    [
      { type: "mesh", vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0), indices: Uint32Array.of(0, 1, 2) },
      /shape 7.*area/,
    ],
    [{ type: "compound", hulls: [] }, /shape 7.*no part/],
    [
      { type: "compound", hulls: [corners, corners.map((value, i) => (i % 3 === 2 ? 0 : value))] },
      /shape 7.*one plane/,
    ],
    [
      { type: "heightmap", columns: 2, rows: 2, heights: new Float32Array(3), size: { x: 1, y: 1 } },
      /shape 7.*heights/,
    ],
  ];
  test.each(broken)(
    "[PH5] a degenerate shape is refused by its id and the engine stays as it was: %j",
    async (geometry, reason) => {
      using engine = await create({ gravity: down });
      const before = engine.save();
      expect(() =>
        engine.addBody({ ...body(1, identityPose), shapes: [shape(6, cube(1)), shape(7, geometry)] }),
      ).toThrow(reason);
      expect(engine.bodyCount).toBe(0);
      expect(engine.hasShape(6)).toBe(false);
      engine.step(0.001);
      expect(before.length).toBeGreaterThan(0);
    },
  );

  test("[PH8] a compound is open where its parts are, and is one shape to those who ask", async () => {
    using engine = await create({ gravity: down });
    const gate = [hull(-0.5, 0.5, 0.2, 1), hull(0.5, 0.5, 0.2, 1), hull(0, 1.1, 1.2, 0.2)];
    const geometry: ShapeGeometry = { type: "compound", hulls: gate };
    engine.addBody({ id: 1, kind: "static", pose: at(0, 0, 0), shapes: [shape(7, geometry)] });
    engine.step(0.001);
    const along = (x: number, z: number) => castRay(engine, { x, y: -5, z }, { x: 0, y: 1, z: 0 }, 10);
    expect(along(0, 0.5)).toBeUndefined();
    expect(along(0.5, 0.5)).toMatchObject({ shape: 7 });
    expect(along(0, 1.1)?.distance).toBeCloseTo(4.7, 4);
    // Both corners of a box that falls onto it touch it, as one pair.
    engine.addBody(body(2, at(0, 0, 1.45), { type: "box", size: { x: 1, y: 0.4, z: 0.4 } }));
    run(engine, 1);
    expect(engine.contacts().map(({ shape1, shape2 }) => [shape1, shape2])).toEqual([[2, 7]]);
    expect(stateOf(engine, 2).position.z).toBeCloseTo(1.4, 2);
  });

  test("[PH6] a shape resized in place is the new one at the next step", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(ground());
    engine.addBody(body(1, at(0, 0, 0.2), cube(0.4)));
    run(engine, 1);
    engine.setShapeGeometry(1, cube(0.8));
    expect(castRay(engine, { x: 0, y: 0, z: 5 }, { x: 0, y: 0, z: -1 }, 10)?.distance).toBeCloseTo(4.4, 2);
    run(engine, 2);
    expect(stateOf(engine, 1).position.z).toBeCloseTo(0.4, 2);
    // From a box to a standing cylinder: engines that need to rotate cylinders must rotate this one too.
    engine.setShapeGeometry(1, { type: "cylinder", radius: 0.1, length: 1.2 });
    engine.setPose(1, at(0, 0, 0.65));
    run(engine, 1);
    expect(stateOf(engine, 1).position.z).toBeCloseTo(0.6, 2);
  });
}
