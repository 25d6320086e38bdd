import { quat, rotationOf, transformPoint, type Pose } from "@orrery/sim";
import { expect, test } from "vitest";
import { boundsOfPoints, shiftOnto, standingOn } from "./standing.ts";

/** Corners of a box 2 × 4 × 6 whose middle is at (10, 0, 1). */
const box = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [10 + x, 2 * y, 1 + 3 * z])));

function heights(
  pose: Pose,
  points: readonly number[],
  normal: { x: number; y: number; z: number },
  point: typeof normal,
) {
  const all: number[] = [];
  for (let i = 0; i < points.length; i += 3) {
    const { x, y, z } = transformPoint(pose, { x: points[i]!, y: points[i + 1]!, z: points[i + 2]! });
    all.push((x - point.x) * normal.x + (y - point.y) * normal.y + (z - point.z) * normal.z);
  }
  return all;
}

test("[IS2] on level ground a thing stands upright, its middle over the point, its lowest point touching", () => {
  const { x, y, z, qw } = standingOn({ point: { x: 3, y: 5, z: 0.5 }, normal: { x: 0, y: 0, z: 1 } }, box);
  expect([x, y, z, qw]).toEqual([3 - 10, 5, 0.5 + 2, 1]);
  expect(standingOn({ point: { x: 3, y: 5, z: 0.5 }, normal: undefined }, box)).toMatchObject({ x: -7, y: 5, z: 2.5 });
});

test("[IS2] on a slope its z is along the normal", () => {
  const normal = { x: Math.sin(0.5), y: 0, z: Math.cos(0.5) };
  const point = { x: 1, y: 2, z: 3 };
  const pose = standingOn({ point, normal }, box);
  const up = quat.rotate(rotationOf(pose), { x: 0, y: 0, z: 1 });
  expect([up.x, up.y, up.z]).toEqual([normal.x, normal.y, normal.z].map((one) => expect.closeTo(one, 9)));
  expect(Math.min(...heights(pose, box, normal, point))).toBeCloseTo(0, 9);
});

test("[IS2] before a wall, and under a ceiling, it stays upright and touches", () => {
  for (const normal of [
    { x: -1, y: 0, z: 0 },
    { x: 0, y: 0, z: -1 },
  ]) {
    const point = { x: 1, y: 2, z: 3 };
    const pose = standingOn({ point, normal }, box);
    expect(pose.qw).toBe(1);
    expect(Math.min(...heights(pose, box, normal, point))).toBeCloseTo(0, 9);
  }
});

test("[IS2] what is pasted keeps its rotation and is moved until it touches", () => {
  const shift = shiftOnto({ point: { x: 0, y: 0, z: 1 }, normal: { x: 0, y: 0, z: 1 } }, box);
  expect(shift).toEqual({ x: -10, y: 0, z: 3 });
});

test("[IS2] what reaches nowhere is put at the point itself", () => {
  expect(standingOn({ point: { x: 1, y: 2, z: 3 }, normal: undefined }, [])).toMatchObject({ x: 1, y: 2, z: 3 });
  expect(boundsOfPoints([])).toBeUndefined();
  expect(boundsOfPoints(box)).toEqual({ low: { x: 9, y: -2, z: -2 }, high: { x: 11, y: 2, z: 4 } });
});
