import { expect, test } from "vitest";
import { identityPose } from "../../base/pose.ts";
import type { Geometry } from "../../scene/geometry.ts";
import { formatProblem } from "../../scene/problem.ts";
import type { InertialScene } from "../../scene/scene.ts";
import { MemoryResources } from "../memory-resources.ts";
import { isPositiveDefinite, isPossibleInertia, massOfShapes, type SolidMass } from "./inertia.ts";
import { parseSdf } from "./load-sdf.ts";

const surface = {
  mu: 1,
  mu2: 1,
  fdir1: { x: 0, y: 0, z: 0 },
  fdir1In: "",
  slip1: 0,
  slip2: 0,
  restitution: 0,
  collideBitmask: 0xffff,
  categoryBitmask: 0xffff,
};
const shape = (geometry: Geometry, pose = identityPose, density = 1): Parameters<typeof massOfShapes>[0][number] => ({
  name: "c",
  pose,
  geometry,
  surface,
  density,
});

/** Computes mass and inertia by adding up a fine grid of points inside the shape, independently of the formulas. */
function byGrid(inside: (x: number, y: number, z: number) => boolean, reach: number): SolidMass {
  const n = 80;
  const h = (2 * reach) / n;
  let m = 0;
  let mz = 0;
  let xx = 0;
  let yy = 0;
  let zz = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) {
        const x = -reach + (i + 0.5) * h;
        const y = -reach + (j + 0.5) * h;
        const z = -reach + (k + 0.5) * h;
        if (!inside(x, y, z)) continue;
        m++;
        mz += z;
        xx += x * x;
        yy += y * y;
        zz += z * z;
      }
    }
  }
  const v = h * h * h;
  const zc = mz / m;
  zz -= m * zc * zc;
  const inertia = { ixx: v * (yy + zz), iyy: v * (xx + zz), izz: v * (xx + yy), ixy: 0, ixz: 0, iyz: 0 };
  return { mass: v * m, center: { x: 0, y: 0, z: zc }, inertia };
}

test.each<[Geometry, (x: number, y: number, z: number) => boolean]>([
  [
    { type: "box", size: { x: 1, y: 1.5, z: 2 } },
    (x, y, z) => Math.abs(x) < 0.5 && Math.abs(y) < 0.75 && Math.abs(z) < 1,
  ],
  [{ type: "sphere", radius: 0.9 }, (x, y, z) => x * x + y * y + z * z < 0.81],
  [{ type: "ellipsoid", radii: { x: 0.5, y: 0.7, z: 1 } }, (x, y, z) => (x * x) / 0.25 + (y * y) / 0.49 + z * z < 1],
  [{ type: "cylinder", radius: 0.6, length: 1.8 }, (x, y, z) => x * x + y * y < 0.36 && Math.abs(z) < 0.9],
  [
    { type: "capsule", radius: 0.4, length: 1 },
    (x, y, z) => x * x + y * y + Math.max(0, Math.abs(z) - 0.5) ** 2 < 0.16,
  ],
  [
    { type: "cone", radius: 0.8, length: 1.6 },
    (x, y, z) => Math.abs(z) < 0.8 && Math.sqrt(x * x + y * y) < 0.4 * (1 - z / 0.8),
  ],
])("[SD21] mass, centre and inertia of a solid %o agree with a sum over points to 2 %", (geometry, inside) => {
  const exact = massOfShapes([shape(geometry)])!;
  const summed = byGrid(inside, 1);
  expect(Math.abs(summed.mass / exact.mass - 1)).toBeLessThan(0.02);
  expect(summed.center.z).toBeCloseTo(exact.center.z, 2);
  for (const key of ["ixx", "iyy", "izz"] as const)
    expect(Math.abs(summed.inertia[key] / exact.inertia[key] - 1)).toBeLessThan(0.02);
});

test("[SD21] shapes add up: two halves of a box are the box, turned or not", () => {
  const whole = massOfShapes([shape({ type: "box", size: { x: 2, y: 1, z: 1 } }, identityPose, 3)])!;
  const turn = { qx: Math.SQRT1_2, qy: 0, qz: 0, qw: Math.SQRT1_2 };
  const half: Geometry = { type: "box", size: { x: 1, y: 1, z: 1 } };
  const halves = massOfShapes([
    shape(half, { ...identityPose, x: 0.5 }, 3),
    shape(half, { ...identityPose, ...turn, x: -0.5 }, 3),
  ])!;
  expect(halves.mass).toBeCloseTo(6, 12);
  expect(halves.center.x).toBeCloseTo(0, 12);
  for (const key of ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"] as const) {
    expect(halves.inertia[key]).toBeCloseTo(whole.inertia[key], 12);
  }
});

test("[SD21] shapes without a volume have no mass", () => {
  expect(massOfShapes([shape({ type: "plane", normal: { x: 0, y: 0, z: 1 }, size: { x: 1, y: 1 } })])).toBeUndefined();
});

async function inertialOf(inside: string): Promise<{ inertial: InertialScene | undefined; problems: string[] }> {
  const text = `<sdf version="1.11"><model name="m"><link name="l">\n${inside}</link></model></sdf>`;
  const { scene, problems } = await parseSdf(text, "t.sdf", new MemoryResources({}));
  return { inertial: scene.models[0]?.links[0]?.inertial, problems: problems.map(formatProblem) };
}

const ball = '<collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry></collision>';

test("[SD22] auto inertia comes from the collisions: their density, else the link's, else that of water", async () => {
  const volume = (4 / 3) * Math.PI;
  const plain = await inertialOf(`<inertial auto="true"/>${ball}`);
  expect(plain.problems).toEqual([]);
  expect(plain.inertial).toMatchObject({ auto: true, pose: identityPose });
  expect(plain.inertial!.mass).toBeCloseTo(1000 * volume, 9);
  expect(plain.inertial!.ixx).toBeCloseTo(400 * volume, 9);
  const light = await inertialOf(`<inertial auto="true"><density>10</density></inertial>${ball}`);
  expect(light.inertial!.mass).toBeCloseTo(10 * volume, 9);
  const heavy = await inertialOf(
    `<inertial auto="true"><density>10</density></inertial>${ball.replace("<geometry>", "<density>20</density><geometry>")}`,
  );
  expect(heavy.inertial!.mass).toBeCloseTo(20 * volume, 9);
});

test("[SD22] with auto inertia a written mass scales the inertia", async () => {
  const { inertial } = await inertialOf(`<inertial auto="true"><mass>5</mass></inertial>${ball}`);
  expect(inertial!.mass).toBe(5);
  expect(inertial!.izz).toBeCloseTo(2, 12);
});

test("[SD22] auto inertia without collisions is 1 kg, with a warning", async () => {
  const { inertial, problems } = await inertialOf('<inertial auto="true"/>');
  expect(inertial?.mass).toBe(1);
  expect(problems).toEqual([
    "t.sdf:2:1: warning: auto inertia needs collisions; 1 kg is assumed (add a collision with a volume, or write <mass> and <inertia>)",
  ]);
});

test.each([
  ["<mass>0</mass>", "t.sdf:2:1: warning: <mass> is zero (engines refuse to move such a body)"],
  ["<mass>1e-20</mass>", "t.sdf:2:1: warning: <mass> is 1e-20; engines go by 1e-15, their least"],
  ["<mass>-1</mass>", "t.sdf:2:11: error: <mass> of <inertial>: -1 is no mass (kilograms, as in 5)"],
  ["<mass>inf</mass>", "t.sdf:2:11: error: <mass> of <inertial>: Infinity is no mass (kilograms, as in 5)"],
  ["<mass>nan</mass>", "t.sdf:2:11: error: <mass> of <inertial>: NaN is not finite (a number, as in 5)"],
  [
    "<inertia><ixx>0</ixx><iyy>1</iyy><izz>1</izz></inertia>",
    "t.sdf:2:1: warning: <inertia> about an axis is zero (engines refuse to move such a body)",
  ],
  [
    "<inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz><ixy>2</ixy></inertia>",
    "t.sdf:2:11: error: <inertia> belongs to no real body (no principal moment may be below zero or above the sum of the other two)",
  ],
  [
    "<inertia><ixx>1</ixx><iyy>1</iyy><izz>3</izz></inertia>",
    "t.sdf:2:11: error: <inertia> belongs to no real body (no principal moment may be below zero or above the sum of the other two)",
  ],
])("[SD23] %s is a problem", async (inside, problem) => {
  const { inertial, problems } = await inertialOf(`<inertial>${inside}</inertial>`);
  expect(problems).toEqual([problem]);
  expect(inertial === undefined).toBe(problem.includes("error"));
});

test("[SD23] the triangle inequality is about principal moments, not the written ones", () => {
  // Principal moments 1, 1 and 1.9 about axes rotated by 45° about x are possible.
  expect(isPossibleInertia({ ixx: 1, iyy: 1.45, izz: 1.45, ixy: 0, ixz: 0, iyz: 0.45 })).toBe(true);
  // 0.2, 1 and 1.9 about the same axes are impossible, though no written moment exceeds the sum of the others.
  const turned = { ixx: 1, iyy: 1.05, izz: 1.05, ixy: 0, ixz: 0, iyz: 0.85 };
  expect(isPositiveDefinite(turned)).toBe(true);
  expect(isPossibleInertia(turned)).toBe(false);
  // A thin disc, a rod and a point are at the limit of what is possible.
  expect(isPossibleInertia({ ixx: 0, iyy: 0.3, izz: 0.3, ixy: 0, ixz: 0, iyz: 0 })).toBe(true);
  expect(isPossibleInertia({ ixx: 0, iyy: 0, izz: 0, ixy: 0, ixz: 0, iyz: 0 })).toBe(true);
  expect(isPossibleInertia({ ixx: 0.25, iyy: 0.25, izz: 0.5, ixy: 0, ixz: 0, iyz: 0 })).toBe(true);
});
