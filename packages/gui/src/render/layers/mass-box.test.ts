import { quat } from "@orrery/sim";
import { describe, expect, test } from "vitest";
import { massBallRadius, massBox, principalAxes } from "./mass-box.ts";

const pose = { x: 0, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 };
/** The inertia of a solid box of 12 kg and 1 × 2 × 3 m: m/12 (b² + c²) and so on. */
const box = { mass: 12, pose, ixx: 13, iyy: 10, izz: 5, ixy: 0, ixz: 0, iyz: 0, auto: false };

describe("boxes of equal inertia", () => {
  test("[SC7] the inertia of a box gives that box", () => {
    expect(massBox(box)).toEqual({
      size: { x: expect.closeTo(1, 12), y: expect.closeTo(2, 12), z: expect.closeTo(3, 12) },
      rotation: quat.noRotation,
    });
  });

  test.each([
    ["x", { x: Math.sin(0.25), y: 0, z: 0, w: Math.cos(0.25) }],
    ["y", { x: 0, y: Math.sin(0.25), z: 0, w: Math.cos(0.25) }],
    ["z", { x: 0, y: 0, z: Math.sin(0.25), w: Math.cos(0.25) }],
    ["all", quat.normalizeQuat({ x: 0.3, y: -0.5, z: 0.2, w: 0.9 })],
  ])("[SC7] turned about %s, the box is turned back to its axes", (_, turn) => {
    const inertia = rotated([box.ixx, box.iyy, box.izz], turn);
    const found = principalAxes(inertia);
    expect([...found.moments].sort((a, b) => b - a)).toEqual([13, 10, 5].map((value) => expect.closeTo(value, 9)));
    // In the axes that were found, the moments give the original inertia.
    const again = rotated(found.moments, found.rotation);
    for (const [name, value] of Object.entries(inertia)) {
      expect(again[name as keyof typeof again]).toBeCloseTo(value, 9);
    }
  });

  test("[SC7] what no solid can have is flat, and nothing has no box", () => {
    expect(massBox({ ...box, ixx: 100 })!.size.x).toBe(0);
    expect(massBox({ ...box, mass: 0 })).toBeUndefined();
    // 11 340 kg of lead have a volume of 1 m³: r³ = 3 / 4π.
    expect(massBallRadius(11_340)).toBeCloseTo(Math.cbrt(3 / (4 * Math.PI)), 12);
  });
});

/** Computes R diag(moments) Rᵀ. */
function rotated(moments: readonly number[], turn: typeof quat.noRotation) {
  const axes = [
    { x: 1, y: 0, z: 0 },
    { x: 0, y: 1, z: 0 },
    { x: 0, y: 0, z: 1 },
  ].map((axis) => quat.rotate(turn, axis));
  const sum = (a: "x" | "y" | "z", b: "x" | "y" | "z"): number =>
    axes.reduce((total, axis, i) => total + moments[i]! * axis[a] * axis[b], 0);
  return {
    ixx: sum("x", "x"),
    iyy: sum("y", "y"),
    izz: sum("z", "z"),
    ixy: sum("x", "y"),
    ixz: sum("x", "z"),
    iyz: sum("y", "z"),
  };
}
