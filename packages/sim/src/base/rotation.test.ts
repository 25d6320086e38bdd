import { expect, test } from "vitest";
import { multiply, rotate, type Quat } from "./quat.ts";
import { Rng, seedFrom } from "./rng.ts";
import {
  fromAxisAngle,
  fromRollPitchYaw,
  fromRotationVector,
  toAxisAngle,
  toRollPitchYaw,
  toRotationVector,
} from "./rotation.ts";

const rng = new Rng(seedFrom(1, "rotation"));
const angle = (limit: number): number => (2 * rng.uniform() - 1) * limit;

test("[BA4] roll, pitch and yaw turn about the fixed axes x, then y, then z", () => {
  for (let i = 0; i < 100; i++) {
    const [roll, pitch, yaw] = [angle(3), angle(3), angle(3)];
    const x = fromAxisAngle({ x: 1, y: 0, z: 0 }, roll);
    const y = fromAxisAngle({ x: 0, y: 1, z: 0 }, pitch);
    const z = fromAxisAngle({ x: 0, y: 0, z: 1 }, yaw);
    expectQuat(fromRollPitchYaw(roll, pitch, yaw), multiply(z, multiply(y, x)));
  }
});

test("[BA4] a yaw of a quarter turn takes x to y", () => {
  const turned = rotate(fromRollPitchYaw(0, 0, Math.PI / 2), { x: 1, y: 0, z: 0 });
  expect(turned.x).toBeCloseTo(0, 15);
  expect(turned.y).toBeCloseTo(1, 15);
});

test("[BA5] roll, pitch and yaw come back from the quaternion", () => {
  for (let i = 0; i < 1000; i++) {
    const [roll, pitch, yaw] = [angle(3.14), angle(1.57), angle(3.14)];
    const back = toRollPitchYaw(fromRollPitchYaw(roll, pitch, yaw));
    expect(back.roll).toBeCloseTo(roll, 10);
    expect(back.pitch).toBeCloseTo(pitch, 10);
    expect(back.yaw).toBeCloseTo(yaw, 10);
  }
});

test.each([Math.PI / 2, -Math.PI / 2])("[BA5] with a pitch of %f, yaw is 0 and the rotation is kept", (pitch) => {
  const q = fromRollPitchYaw(0.3, pitch, 1.1);
  const back = toRollPitchYaw(q);
  expect(back.yaw).toBe(0);
  expect(back.pitch).toBeCloseTo(pitch, 7);
  expectQuat(fromRollPitchYaw(back.roll, back.pitch, back.yaw), q, 7);
});

test("[BA6] a rotation vector is the axis times the angle, the shorter way round", () => {
  const half = toRotationVector(fromAxisAngle({ x: 0, y: 0, z: 2 }, 1.5 * Math.PI));
  expect(half.z).toBeCloseTo(-Math.PI / 2, 14);
  const small = toRotationVector(fromRotationVector({ x: 1e-12, y: 0, z: 0 }));
  expect(small.x / 1e-12).toBeCloseTo(1, 14);
  const none = { axis: { x: 1, y: 0, z: 0 }, angle: 0 };
  expect(toAxisAngle(fromRotationVector({ x: 0, y: 0, z: 0 }))).toEqual(none);
  const { axis, angle: turn } = toAxisAngle(fromAxisAngle({ x: 0, y: -3, z: 4 }, 0.8));
  expect([axis.x, axis.y, axis.z, turn].map((n) => Number(n.toFixed(12)))).toEqual([0, -0.6, 0.8, 0.8]);
});

/** Compares rotations: q and −q are the same. */
function expectQuat(actual: Quat, expected: Quat, digits = 14): void {
  const same = actual.x * expected.x + actual.y * expected.y + actual.z * expected.z + actual.w * expected.w;
  expect(Math.abs(same)).toBeCloseTo(1, digits);
}
