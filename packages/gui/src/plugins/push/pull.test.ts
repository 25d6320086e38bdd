import { Ray, Vector3 } from "three";
import { expect, test } from "vitest";
import { pullTo } from "./pull.ts";

/** Returns a ray from 10 m up, down to a point on the ground. */
function downTo(x: number, y: number): Ray {
  const eye = new Vector3(0, 0, 10);
  return new Ray(eye, new Vector3(x, y, 0).sub(eye).normalize());
}

const level = { from: { x: 1, y: 0, z: 0 }, normal: { x: 0, y: 0, z: 1 }, mostMetres: 50 };

test("[IS9] a push goes from where the body is held to the pointer, in the plane through that point", () => {
  expect(pullTo(downTo(4, 4), level)).toEqual({ x: expect.closeTo(3, 9), y: expect.closeTo(4, 9), z: 0 });
  const upright = { ...level, normal: { x: 0, y: 1, z: 0 } };
  const ahead = new Ray(new Vector3(1, -10, 2), new Vector3(0, 1, 0));
  expect(pullTo(ahead, upright)).toEqual({ x: 0, y: 0, z: 2 });
});

test("[IS9] near the horizon a push has an end, beyond it and at the point itself there is none", () => {
  const { x, y, z } = pullTo(downTo(5000, 0), level);
  expect([x, y, z]).toEqual([expect.closeTo(50, 9), 0, 0]);
  const up = new Ray(new Vector3(0, 0, 10), new Vector3(0, 0, 1));
  expect(pullTo(up, level)).toEqual({ x: 0, y: 0, z: 0 });
  expect(pullTo(downTo(1, 0), level)).toEqual({ x: 0, y: 0, z: 0 });
});
