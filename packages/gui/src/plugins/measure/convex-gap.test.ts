import { vec3, type Vec3 } from "@orrery/sim";
import { describe, expect, test } from "vitest";
import { convexGap, type Convex } from "./convex-gap.ts";

describe("the gap between two things", () => {
  test("[MT4] between boxes: side to side, edge to edge, corner to corner", () => {
    const cube = box({ x: 0, y: 0, z: 0 }, 0.5);
    expect(convexGap(cube, box({ x: 3, y: 0.2, z: 0 }, 0.5)).distance).toBeCloseTo(2, 9);
    expect(convexGap(cube, box({ x: 4, y: 5, z: 0.3 }, 0.5)).distance).toBeCloseTo(5, 9);
    const { from, to, distance } = convexGap(cube, box({ x: 2, y: 3, z: 3 }, 0.5));
    expect(distance).toBeCloseTo(3, 9);
    expect(from).toEqual(closeTo({ x: 0.5, y: 0.5, z: 0.5 }));
    expect(to).toEqual(closeTo({ x: 1.5, y: 2.5, z: 2.5 }));
  });

  test("[MT4] between round things: as far as their centres, less the radii", () => {
    const centre = { x: 3, y: -4, z: 12 };
    const { from, to, distance } = convexGap(ball({ x: 0, y: 0, z: 0 }, 2), ball(centre, 3));
    expect(distance).toBeCloseTo(13 - 5, 6);
    expect(from).toEqual(closeTo(vec3.scale(centre, 2 / 13), 2));
    expect(to).toEqual(closeTo(vec3.scale(centre, 10 / 13), 2));
    expect(convexGap(box({ x: 0, y: 0, z: 0 }, 1), ball({ x: 4, y: 0.3, z: -0.2 }, 1)).distance).toBeCloseTo(2, 6);
  });

  test("[MT4] what touches or overlaps has none", () => {
    const cube = box({ x: 0, y: 0, z: 0 }, 0.5);
    expect(convexGap(cube, box({ x: 1, y: 0.2, z: 0.1 }, 0.5)).distance).toBeCloseTo(0, 9);
    expect(convexGap(cube, box({ x: 0.3, y: 0.2, z: 0.1 }, 0.5)).distance).toBe(0);
    expect(convexGap(cube, cube).distance).toBe(0);
    expect(convexGap(ball({ x: 0, y: 0, z: 0 }, 1), ball({ x: 1.5, y: 0, z: 0 }, 1)).distance).toBeCloseTo(0, 5);
  });

  test("[MT4] it is the least of all, for boxes anywhere", () => {
    // A pseudo-random sequence, the same in each run.
    let seed = 7;
    const any = (): number => ((seed = (seed * 16807) % 2147483647) / 2147483647) * 8 - 4;
    for (let i = 0; i < 300; i++) {
      const [a, b] = [
        { x: any(), y: any(), z: any() },
        { x: any(), y: any(), z: any() },
      ];
      const apart = (["x", "y", "z"] as const).map((axis) => Math.max(0, Math.abs(a[axis] - b[axis]) - 1));
      expect(convexGap(box(a, 0.5), box(b, 0.5)).distance).toBeCloseTo(Math.hypot(...apart), 6);
    }
  });
});

function box(centre: Vec3, half: number): Convex {
  const side = (direction: number): number => (direction < 0 ? -half : half);
  return {
    farthest: ({ x, y, z }) => ({ x: centre.x + side(x), y: centre.y + side(y), z: centre.z + side(z) }),
  };
}

function ball(centre: Vec3, radius: number): Convex {
  return { farthest: (direction) => vec3.add(centre, vec3.scale(vec3.normalize(direction), radius)) };
}

function closeTo({ x, y, z }: Vec3, digits = 6): Vec3 {
  return { x: expect.closeTo(x, digits), y: expect.closeTo(y, digits), z: expect.closeTo(z, digits) };
}
