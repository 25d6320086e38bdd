import type { Vec3 } from "@orrery/sim";
import { describe, expect, test } from "vitest";
import type { Box } from "./camera-rig.ts";
import { withoutOutliers } from "./usual-bounds.ts";

describe("what a view is framed by at first", () => {
  const crowd = Array.from({ length: 10 }, (_, i) => cube({ x: i % 4, y: Math.floor(i / 4), z: 0.5 }, 1));

  test("[SC13] two bodies that have rolled away are left out", () => {
    const away = [cube({ x: 60, y: 3, z: 0.5 }, 1), cube({ x: -4, y: -80, z: 0.5 }, 1)];
    expect(withoutOutliers([...crowd, ...away])).toEqual(crowd);
  });

  test("[SC13] so is one that falls without end", () => {
    expect(withoutOutliers([...crowd, cube({ x: 0, y: 0, z: -5000 }, 1)])).toEqual(crowd);
  });

  test("[SC13] so is a floor beside which all else is small", () => {
    const floor = { low: { x: -50, y: -50, z: -0.1 }, high: { x: 50, y: 50, z: 0 } };
    expect(withoutOutliers([floor, ...crowd])).toEqual(crowd);
    const robot = cube({ x: 0.2, y: 0, z: 0.5 }, 1);
    expect(withoutOutliers([floor, robot])).toEqual([robot]);
  });

  test("[SC13] two things far apart, one thing alone and an even crowd are all in the picture", () => {
    const apart = [cube({ x: -30, y: 0, z: 0 }, 1), cube({ x: 30, y: 0, z: 0 }, 1)];
    for (const boxes of [[], crowd.slice(0, 1), apart, crowd]) expect(withoutOutliers(boxes)).toEqual(boxes);
  });

  test("[SC13] many that are far out are no exceptions", () => {
    const far = Array.from({ length: 8 }, (_, i) => cube({ x: 100 + i, y: 100, z: 0 }, 1));
    const both = [...crowd, ...far];
    expect(withoutOutliers(both)).toEqual(both);
  });
});

function cube({ x, y, z }: Vec3, size: number): Box {
  const half = size / 2;
  return { low: { x: x - half, y: y - half, z: z - half }, high: { x: x + half, y: y + half, z: z + half } };
}
