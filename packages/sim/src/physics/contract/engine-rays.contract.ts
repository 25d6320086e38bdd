import { expect, test } from "vitest";
import { identityPose } from "../../base/pose.ts";
import type { Vec3 } from "../../base/vec3.ts";
import type { PhysicsEngine } from "../engine.ts";
import type { RayOptions } from "../rays.ts";
import type { ShapeGeometry } from "../shape-geometry.ts";
import {
  at,
  body,
  castRay,
  cube,
  down,
  DT,
  ground,
  run,
  shape,
  stateOf,
  turned,
  weightless,
  X,
  Z,
  type CreateEngine,
} from "./engine-scene.fixture.ts";

const toMinusX: Vec3 = { x: -1, y: 0, z: 0 };
const toMinusZ: Vec3 = { x: 0, y: 0, z: -1 };

export function rayContract(create: CreateEngine): void {
  test("[PH36] a ray hits the nearest shape at the analytic distance, at right angles to its surface", async () => {
    using engine = await create({ gravity: weightless });
    engine.addBody(ground());
    engine.addBody(body(1, at(0, 0, 5), { type: "sphere", radius: 0.5 }));
    engine.addBody(body(2, turned("z", Math.PI / 4, { x: 10, y: 0, z: 5 }), cube(1)));
    engine.step(DT);
    const ball = castRay(engine, { x: -3, y: 0.3, z: 5 }, { x: 2, y: 0, z: 0 }, 100)!;
    expect(ball.shape).toBe(1);
    expect(ball.distance).toBeCloseTo(3 - 0.4, 4);
    expect(ball.normal.x).toBeCloseTo(-0.8, 4);
    expect(ball.normal.y).toBeCloseTo(0.6, 4);
    const edge = castRay(engine, { x: 5, y: 0, z: 5 }, { x: 1, y: 0, z: 0 }, 100)!;
    expect(edge.distance).toBeCloseTo(5 - Math.SQRT1_2, 4);
    const floor = castRay(engine, { x: 50, y: 50, z: 3 }, { x: 3, y: 0, z: -4 }, 100)!;
    expect([floor.shape, floor.normal]).toEqual([1000, { x: 0, y: 0, z: 1 }]);
    expect(floor.distance).toBeCloseTo(3.75, 4);
    expect(castRay(engine, { x: 50, y: 50, z: 3 }, { x: 0, y: 0, z: 1 }, 100)).toBeUndefined();
    expect(castRay(engine, { x: -3, y: 0, z: 5 }, { x: 1, y: 0, z: 0 }, 2.4)).toBeUndefined();
    expect(castRay(engine, { x: 0, y: 0, z: 5 }, { x: 1, y: 0, z: 0 }, 10)?.distance).toBe(0);
  });

  test("[PH36] a ray sees shapes where they are, also before the next step", async () => {
    using engine = await create({ gravity: weightless });
    engine.addBody(body(1, at(0, 0, 0), cube(1)));
    const distance = () => castRay(engine, { x: 0, y: 0, z: 10 }, { x: 0, y: 0, z: -1 }, 100)?.distance;
    expect(distance()).toBeCloseTo(9.5, 4);
    engine.step(DT);
    engine.setPose(1, turned("x", Math.PI / 4, { x: 0, y: 0, z: 2 }));
    expect(distance()).toBeCloseTo(8 - Math.SQRT1_2, 4);
    engine.setPose(1, at(5, 0, 2));
    expect(distance()).toBeUndefined();
    engine.step(DT);
    expect(distance()).toBeUndefined();
    engine.setPose(1, at(0, 0, 2));
    engine.removeBody(1);
    expect(distance()).toBeUndefined();
  });

  /** A shape at the origin; origin and direction of a ray, the distance of the hit, and the normal there. */
  const known: [ShapeGeometry, Vec3, Vec3, number, Vec3][] = [
    [{ type: "box", size: { x: 2, y: 4, z: 6 } }, { x: 5, y: 1, z: -2 }, toMinusX, 4, X],
    // √(1 − 0.6²) = 0.8
    [{ type: "sphere", radius: 1 }, { x: 5, y: 0.6, z: 0 }, toMinusX, 4.2, { x: 0.8, y: 0.6, z: 0 }],
    [{ type: "cylinder", radius: 1, length: 2 }, { x: 5, y: 0.6, z: 0.9 }, toMinusX, 4.2, { x: 0.8, y: 0.6, z: 0 }],
    [{ type: "cylinder", radius: 1, length: 2 }, { x: 0.5, y: 0.5, z: 5 }, toMinusZ, 4, Z],
    // In the upper cap, 0.6 above the cylindrical part.
    [{ type: "capsule", radius: 1, length: 2 }, { x: 5, y: 0, z: 1.6 }, toMinusX, 4.2, { x: 0.8, y: 0, z: 0.6 }],
    // At half its height it is half as wide; its sides rise by 2 for each 1.
    [
      { type: "cone", radius: 1, length: 2 },
      { x: 5, y: 0, z: 0 },
      toMinusX,
      4.5,
      { x: 2 / Math.sqrt(5), y: 0, z: 1 / Math.sqrt(5) },
    ],
    [{ type: "ellipsoid", radii: { x: 1, y: 2, z: 3 } }, { x: 5, y: 0, z: 0 }, toMinusX, 4, X],
    // x = √(1 − 0.6²) times the radius along x, at 0.6 of the radius along z.
    [
      { type: "ellipsoid", radii: { x: 1, y: 2, z: 3 } },
      { x: 5, y: 0, z: 1.8 },
      toMinusX,
      4.2,
      { x: 0.8 / Math.hypot(0.8, 0.2), y: 0, z: 0.2 / Math.hypot(0.8, 0.2) },
    ],
    [{ type: "plane", normal: Z }, { x: 0, y: 0, z: 3 }, { x: 3, y: 0, z: -4 }, 3.75, Z],
    [{ type: "convex", points: corners(1) }, { x: 5, y: 0.5, z: 0.5 }, toMinusX, 4, X],
    [{ type: "compound", hulls: [corners(1), corners(0.5, 3)] }, { x: 3, y: 0, z: 5 }, toMinusZ, 4.5, Z],
    [{ type: "mesh", ...square, twoSided: true }, { x: 0.5, y: 0.2, z: 5 }, toMinusZ, 5, Z],
    // A slope of 1:2 from −2 to 2 along x.
    [
      { type: "heightmap", columns: 2, rows: 2, heights: Float32Array.of(0, 2, 0, 2), size: { x: 4, y: 4 } },
      { x: 1, y: 0.5, z: 5 },
      toMinusZ,
      3.5,
      { x: -1 / Math.sqrt(5), y: 0, z: 2 / Math.sqrt(5) },
    ],
  ];
  test.each(known)(
    "[PH36] a ray meets a shape where its formula says: %j",
    async (geometry, origin, way, far, normal) => {
      using engine = await create({ gravity: weightless });
      engine.addBody({ id: 1, kind: "static", pose: identityPose, shapes: [shape(7, geometry)] });
      const { distance, normal: found, ...hit } = castRay(engine, origin, way, 100)!;
      expect(hit.shape).toBe(7);
      const tolerance = TOLERANCES[geometry.type];
      expect(Math.abs(distance - far)).toBeLessThan(tolerance ?? 2e-4);
      const slant = tolerance === undefined ? 1e-3 : 0.1;
      for (const axis of ["x", "y", "z"] as const) expect(Math.abs(found[axis] - normal[axis])).toBeLessThan(slant);
    },
  );

  test("[PH36] a ray along the seam of two faces does not slip through", async () => {
    using engine = await create({ gravity: weightless });
    const geometry: ShapeGeometry = { type: "cone", radius: 1, length: 2 };
    for (let i = 0; i < 32; i++) {
      const angle = (Math.PI * i) / 16;
      const way = { x: -Math.cos(angle), y: -Math.sin(angle), z: 0 };
      engine.addBody({ id: i, kind: "static", pose: at(10 * i, 0, 0), shapes: [shape(i, geometry)] });
      const hit = castRay(engine, { x: 10 * i - 5 * way.x, y: -5 * way.y, z: 0 }, way, 20);
      expect(hit?.distance).toBeCloseTo(4.5, 1.5);
    }
  });

  test("[PH36] a ray sees what moves where the step has left it", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(body(1, at(0, 0, 0), cube(1), { linearVelocity: { x: 90, y: 0, z: 0 } }));
    run(engine, 0.1);
    const { position } = stateOf(engine, 1);
    expect(castRay(engine, { ...position, x: 20 }, toMinusX, 100)?.distance).toBeCloseTo(20 - position.x - 0.5, 3);
    expect(castRay(engine, { ...position, z: 20 }, toMinusZ, 100)?.distance).toBeCloseTo(20 - position.z - 0.5, 3);
  });

  test("[PH114] a batch gives what its rays give one by one, also from one origin, and before a step", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(ground());
    scatter(engine);
    const directions = scan(16, 90);
    const count = directions.length / 3;
    const origin = Float64Array.of(0.1, 0.2, 1);
    const origins = Float64Array.from(directions, (_, i) => origin[i % 3]!);
    for (const settle of [() => {}, () => run(engine, 0.05)]) {
      settle();
      const shared = room(count + 5);
      engine.castRays(origin, directions, shared, { maxDistance: 6 });
      const each = room(count);
      engine.castRays(origins, directions, each, { maxDistance: 6 });
      expect(each.distances).toEqual(shared.distances.subarray(0, count));
      expect(each.shapes).toEqual(shared.shapes.subarray(0, count));
      expect(each.normals).toEqual(shared.normals.subarray(0, 3 * count));
      // Numbers after those of the rays are left unchanged.
      expect([...shared.distances.subarray(count)]).toEqual([-7, -7, -7, -7, -7]);
      const plain = { distances: new Float64Array(count), shapes: new Uint32Array(count) };
      engine.castRays(origin, directions, plain, { maxDistance: 6 });
      expect(plain).toEqual({ distances: each.distances, shapes: each.shapes });
      for (let i = 0; i < count; i += 7) {
        const [x, y, z] = directions.subarray(3 * i);
        const one = castRay(engine, { x: 0.1, y: 0.2, z: 1 }, { x: 2 * x!, y: 2 * y!, z: 2 * z! }, 6);
        expect(each.distances[i]).toBeCloseTo(one?.distance ?? Infinity, 4);
        expect(each.shapes[i]).toBe(one?.shape ?? 0);
      }
      const seen = new Set(each.shapes);
      expect([seen.has(0), seen.has(1000), seen.size > 10]).toEqual([true, true, true]);
    }
  });

  test("[PH114] a ray without a direction, or beyond numbers, hits nothing; others of its batch do", async () => {
    using engine = await create({ gravity: weightless });
    engine.addBody(body(1, at(0, 0, 0), cube(1)));
    engine.step(DT);
    const hits = room(4);
    const directions = Float64Array.of(0, 0, 0, -1, 0, 0, Number.NaN, 0, 0, -5, 0, 0);
    engine.castRays(Float64Array.of(2, 0, 0), directions, hits, { maxDistance: Infinity });
    expect([...hits.distances]).toEqual([Infinity, expect.closeTo(1.5, 4), Infinity, expect.closeTo(1.5, 4)]);
    engine.castRays(Float64Array.of(Number.NaN, 0, 0), directions, hits, { maxDistance: 9 });
    expect([...hits.distances]).toEqual([Infinity, Infinity, Infinity, Infinity]);
    expect([...hits.shapes, ...hits.normals].every((value) => value === 0)).toBe(true);
    engine.castRays(new Float64Array(3), new Float64Array(0), hits, { maxDistance: 9 });
  });

  test("[PH114] arrays that do not fit each other are refused", async () => {
    using engine = await create({ gravity: weightless });
    const cast = (origins: number, directions: number, hits: number) => () =>
      engine.castRays(new Float64Array(origins), new Float64Array(directions), room(hits), { maxDistance: 1 });
    expect(cast(3, 7, 9)).toThrow("7 numbers cannot be directions");
    expect(cast(6, 9, 9)).toThrow("6 numbers cannot be the origins of 3 rays");
    expect(cast(3, 9, 2)).toThrow("3 rays need more room than for 2 hits");
  });

  const choices: [string, RayOptions, number][] = [
    ["all", { maxDistance: 9 }, 1],
    ["but for a body", { maxDistance: 9, ignoredBody: 1 }, 2],
    ["but for a body that is not there", { maxDistance: 9, ignoredBody: 77 }, 1],
    ["of a category", { maxDistance: 9, mask: 0b110 }, 2],
    ["of a category that touches nothing by itself", { maxDistance: 9, mask: 0b100 }, 3],
    ["of a category, but for a body", { maxDistance: 9, mask: 0b011, ignoredBody: 1 }, 2],
    ["of a category that nothing has", { maxDistance: 9, mask: 0b1000 }, 0],
  ];
  test.each(choices)("[PH112] rays hit shapes by choice: %s", async (_, options, expected) => {
    using engine = await create({ gravity: weightless });
    const filters = [
      { category: 1, mask: 0xffff },
      { category: 2, mask: 1 },
      { category: 4, mask: 0 },
    ];
    filters.forEach((filter, i) => {
      const id = i + 1;
      engine.addBody({ ...body(id, at(2 * id, 0, 0)), shapes: [shape(id, cube(1), { filter })] });
    });
    const seen = () => castRay(engine, weightless, X, options.maxDistance, options)?.shape ?? 0;
    expect(seen()).toBe(expected);
    engine.step(DT);
    expect(seen()).toBe(expected);
    // Also from inside a shape that rays pass through.
    engine.setPose(1, identityPose);
    expect(seen()).toBe(expected);
  });

  const solids: ShapeGeometry[] = [
    cube(1),
    { type: "sphere", radius: 0.5 },
    { type: "cylinder", radius: 0.5, length: 1 },
    { type: "capsule", radius: 0.5, length: 1 },
    { type: "cone", radius: 1, length: 2 },
    { type: "ellipsoid", radii: { x: 1, y: 0.5, z: 0.8 } },
    { type: "convex", points: corners(0.5) },
    { type: "compound", hulls: [corners(0.5)] },
  ];
  test.each(solids)("[PH113] a ray that begins in a solid hits it at once: %j", async (geometry) => {
    using engine = await create({ gravity: weightless });
    engine.addBody(body(1, at(0, 0, 0), geometry));
    engine.step(DT);
    expect(castRay(engine, { x: 0, y: 0.1, z: 0.1 }, X, 9)).toEqual({
      shape: 1,
      distance: 0,
      normal: expect.objectContaining({ x: -1 }),
    });
  });

  test.each([true, false])("[PH113] a mesh is a surface, seen from both sides (two-sided: %s)", async (twoSided) => {
    using engine = await create({ gravity: weightless });
    const geometry: ShapeGeometry = { type: "mesh", ...square, twoSided };
    engine.addBody({ id: 1, kind: "static", pose: at(0, 0, 2), shapes: [shape(1, geometry)] });
    engine.step(DT);
    const above = castRay(engine, { x: 0.5, y: 0.2, z: 5 }, toMinusZ, 9)!;
    const below = castRay(engine, { x: 0.5, y: 0.2, z: 0 }, Z, 9)!;
    // MuJoCo makes it a millimetre thick, or adds 50 mm below it.
    expect(Math.abs(above.distance - 3)).toBeLessThan(1e-3);
    expect(Math.abs(below.distance - 2)).toBeLessThan(twoSided ? 1e-3 : 0.051);
    expect([above.normal.z, below.normal.z]).toEqual([expect.closeTo(1, 4), expect.closeTo(-1, 4)]);
  });
}

/**
 * In metres. Rapier represents ellipsoids by hulls, and intersects capsules iteratively; MuJoCo represents a cone by a
 * hull, and a mesh by plates of 1 mm.
 */
const TOLERANCES: Partial<Record<ShapeGeometry["type"], number>> = {
  ellipsoid: 0.02,
  capsule: 5e-3,
  mesh: 1e-3,
  cone: 1e-3,
};

/** Returns buffers for this many rays, filled with numbers that no ray writes. */
function room(count: number) {
  return {
    distances: new Float64Array(count).fill(-7),
    shapes: new Uint32Array(count).fill(7),
    normals: new Float64Array(3 * count).fill(-7),
  };
}

/** Returns the corners of a cube of this half size, moved along x. */
function corners(half: number, x = 0): Float32Array {
  return Float32Array.from({ length: 24 }, (_, i) => {
    const sign = (Math.floor(i / 3) >> (i % 3)) & 1 ? half : -half;
    return i % 3 === 0 ? x + sign : sign;
  });
}

/** Two triangles that form a square of 2 m by 2 m and face up. */
const square = {
  vertices: Float32Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
};

/** Adds forty bodies of all kinds in a ring. */
function scatter(engine: PhysicsEngine): void {
  const kinds: ShapeGeometry[] = [
    cube(0.5),
    { type: "sphere", radius: 0.3 },
    { type: "cylinder", radius: 0.3, length: 0.6 },
    { type: "capsule", radius: 0.2, length: 0.5 },
    { type: "cone", radius: 0.4, length: 0.8 },
    { type: "convex", points: corners(0.3) },
  ];
  for (let i = 0; i < 40; i++) {
    const angle = (2 * Math.PI * i) / 40;
    const far = 3 + (i % 4);
    const place = { x: far * Math.cos(angle), y: far * Math.sin(angle), z: 0.6 + 0.3 * (i % 3) };
    engine.addBody(body(i + 1, turned("x", i, place), kinds[i % kinds.length]));
  }
}

/** Returns the directions of a lidar. */
function scan(rows: number, columns: number): Float64Array {
  const directions = new Float64Array(3 * rows * columns);
  for (let i = 0; i < rows * columns; i++) {
    const up = (Math.floor(i / columns) - rows / 2) * 0.04;
    const angle = (2 * Math.PI * (i % columns)) / columns;
    directions.set([Math.cos(up) * Math.cos(angle), Math.cos(up) * Math.sin(angle), Math.sin(up)], 3 * i);
  }
  return directions;
}
