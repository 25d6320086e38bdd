import { World, type Vec3 } from "@orrery/sim";
import { BoxGeometry, MeshBasicMaterial } from "three";
import { describe, expect, test } from "vitest";
import { Batches } from "../batches.ts";
import type { Box } from "./camera-rig.ts";
import { PoseTree } from "../pose-tree.ts";
import { hasFallenThrough, usualBoundsOf, withoutOutliers } from "./usual-bounds.ts";

describe("what a view is framed by at first", () => {
  const crowd = Array.from({ length: 10 }, (_, i) => cube({ x: i % 4, y: Math.floor(i / 4), z: 0.5 }, 1));

  test("[SC13] two bodies that have rolled away are left out", () => {
    const away = [cube({ x: 60, y: 3, z: 0.5 }, 1), cube({ x: -4, y: -80, z: 0.5 }, 1)];
    expect(withoutOutliers([...crowd, ...away])).toEqual(crowd);
  });

  test("[SC13] a ball that rolls away is left out before it makes all else small", () => {
    const rolling = Array.from({ length: 60 }, (_, i) => [...crowd, cube({ x: i, y: 1, z: 0.5 }, 0.5)]);
    const widths = rolling.map((boxes) => Math.max(...withoutOutliers(boxes).map(({ high }) => high.x)));
    // The crowd starts 3.5 m wide.
    expect(Math.max(...widths)).toBeLessThan(7);
    expect(widths.at(-1)).toBe(3.5);
  });

  test("[SC13] of a few things none is left out because it stands apart", () => {
    const few = [0, 1, 6].map((x) => cube({ x, y: 0, z: 0.5 }, 1));
    expect(withoutOutliers(few)).toEqual(few);
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

  test("[SC13] what has fallen far through endless ground is not looked for in the void", () => {
    const origin = { low: { x: -2, y: -2, z: 0 }, high: { x: 2, y: 2, z: 1 } };
    expect(boundsOver({ grounds: [0], boxes: [-300] })).toEqual(origin);
    expect(boundsOver({ grounds: [5], boxes: [-300] })?.low.z).toBe(5);
    expect(boundsOver({ grounds: [0], boxes: [-15] })?.low.z).toBe(-15.5);
    expect(boundsOver({ grounds: [0, -301], boxes: [-300] })?.low.z).toBe(-300.5);
    expect(boundsOver({ grounds: [], boxes: [-300] })?.low.z).toBe(-300.5);
    expect(boundsOver({ grounds: [0], boxes: [-300, 0.5] })?.high.z).toBe(1);
    expect(hasFallenThrough(cube({ x: 0, y: 0, z: -300 }, 100), 0)).toBe(false);
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

/** Returns the bounds of a view with endless grounds and boxes of 1 m at these heights. */
function boundsOver({ grounds, boxes }: { readonly grounds: readonly number[]; readonly boxes: readonly number[] }) {
  const world = new World();
  const tree = new PoseTree();
  const batches = new Batches("test");
  const add = (z: number, isEndless: boolean): void => {
    const node = tree.add(-1);
    tree.place(node, [0, 0, z, 0, 0, 0, 1], 0);
    const look = { key: "box", geometry: new BoxGeometry(), material: new MeshBasicMaterial() };
    const shown = { castShadow: false, receiveShadow: false, isPickable: true };
    const shape = { entity: world.create(), node, scale: [1, 1, 1], colour: [1, 1, 1], isEndless } as const;
    batches.add(isEndless ? "ground" : "box", () => ({ ...look, ...shown }), shape);
  };
  for (const z of grounds) add(z, true);
  for (const z of boxes) add(z, false);
  tree.update();
  batches.update(tree);
  return usualBoundsOf(world, batches);
}
