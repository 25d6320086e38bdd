import { expect, test } from "vitest";
import { conjugate, normalizeQuat, rotate, type Quat } from "./quat.ts";
import { principalInertia, type Inertia } from "./principal-inertia.ts";

/** Returns R diag(moments) Rᵀ, column by column. */
function inertiaOf(moments: readonly [number, number, number], rotation: Quat): Inertia {
  const column = (x: number, y: number, z: number) => {
    const inner = rotate(conjugate(rotation), { x, y, z });
    return rotate(rotation, { x: moments[0] * inner.x, y: moments[1] * inner.y, z: moments[2] * inner.z });
  };
  const [a, b, c] = [column(1, 0, 0), column(0, 1, 0), column(0, 0, 1)];
  return { ixx: a.x, iyy: b.y, izz: c.z, ixy: a.y, ixz: a.z, iyz: b.z };
}

function expectSame(actual: Inertia, wanted: Inertia): void {
  for (const key of ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"] as const)
    expect(actual[key]).toBeCloseTo(wanted[key], 12);
}

test("[PH1] a diagonal inertia is its own principal inertia", () => {
  expect(principalInertia({ ixx: 1, iyy: 2, izz: 3, ixy: 0, ixz: 0, iyz: 0 })).toEqual({
    moments: { x: 1, y: 2, z: 3 },
    rotation: { x: 0, y: 0, z: 0, w: 1 },
  });
});

test("[PH1] moments and rotation give the matrix back, whatever the rotation", () => {
  const rotations: Quat[] = [
    { x: 0, y: 0, z: 0.6, w: 0.8 },
    { x: 0.5, y: 0.5, z: 0.5, w: 0.5 },
    { x: 0.1, y: -0.7, z: 0.3, w: 0.2 },
    { x: -0.9, y: 0.2, z: 0.1, w: -0.4 },
  ];
  for (const rotation of rotations.map(normalizeQuat)) {
    for (const moments of [
      [1, 2, 2.5],
      [0.01, 5, 5],
      [3, 3, 3],
      [1e-6, 1e-6, 2e-6],
    ] as const) {
      const inertia = inertiaOf(moments, rotation);
      const found = principalInertia(inertia);
      expectSame(inertiaOf([found.moments.x, found.moments.y, found.moments.z], found.rotation), inertia);
      const sorted = [found.moments.x, found.moments.y, found.moments.z].toSorted((a, b) => a - b);
      sorted.forEach((moment, i) => expect(moment / moments[i]!).toBeCloseTo(1, 9));
    }
  }
});
