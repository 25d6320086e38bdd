import type { Entity } from "@orrery/sim";
import {
  BoxGeometry,
  ConeGeometry,
  CylinderGeometry,
  MeshBasicMaterial,
  SphereGeometry,
  type BufferGeometry,
} from "three";
import { describe, expect, test } from "vitest";
import type { Shape } from "../../render/batch.ts";
import { Batches } from "../../render/batches.ts";
import { POSE, PoseTree } from "../../render/pose-tree.ts";
import type { Placed } from "../../render/layers/visual-layer.ts";
import { gapBetween } from "./shape-gap.ts";

describe("the gap between shapes", () => {
  test("[MT4] round shapes are as round as they are meant, not as their triangles", () => {
    // Along this direction the ball has no vertex.
    const ball = placed(new SphereGeometry(1, 8, 4), [0, 0, 0], [0.5, 0.5, 0.5]);
    const other = placed(new SphereGeometry(1, 8, 4), [3, 4, 0.7], [1, 1, 1]);
    expect(gapBetween([ball], [other])!.distance).toBeCloseTo(Math.hypot(3, 4, 0.7) - 1.5, 5);
    const drum = placed(new CylinderGeometry(1, 1, 1, 6).rotateX(Math.PI / 2), [0, 3, 0], [1, 1, 2]);
    expect(gapBetween([ball], [drum])!.distance).toBeCloseTo(1.5, 5);
    const cone = placed(new ConeGeometry(1, 1, 6).rotateX(Math.PI / 2), [0, 0, -2], [1, 1, 2]);
    // The cone's tip is at −1.
    expect(gapBetween([ball], [cone])!.distance).toBeCloseTo(0.5, 5);
  });

  test("[MT4] of several shapes the nearest count; the way goes from the one to the other", () => {
    const box = (x: number): Placed => placed(new BoxGeometry(), [x, 0, 0], [1, 1, 1]);
    const { from, to, distance } = gapBetween([box(0), box(-5)], [box(9), box(4)])!;
    expect(distance).toBeCloseTo(3, 6);
    expect([from.x, to.x]).toEqual([expect.closeTo(0.5, 6), expect.closeTo(3.5, 6)]);
    expect(gapBetween([box(0)], [])).toBeUndefined();
  });

  test("[MT4] the ground has no end", () => {
    const ground = placed(new BoxGeometry(), [0, 0, 0], [1, 1, 1], true);
    const ball = placed(new SphereGeometry(1, 8, 4), [900, 0, 3], [1, 1, 1]);
    expect(gapBetween([ball], [ground])).toEqual({
      from: { x: 900, y: 0, z: 2 },
      to: { x: 900, y: 0, z: 0 },
      distance: 2,
    });
    expect(gapBetween([ground], [ball])!.to.z).toBe(2);
  });
});

function placed(
  geometry: BufferGeometry,
  at: readonly [number, number, number],
  scale: Shape["scale"],
  isEndless = false,
): Placed {
  const tree = new PoseTree();
  const node = tree.add(-1);
  tree.place(node, [...at, 0, 0, 0, 1].slice(0, POSE), 0);
  tree.update();
  const batches = new Batches("test");
  const shape: Shape = { entity: 1 as Entity, node, scale, colour: [1, 1, 1], isEndless };
  const look = { key: "one", geometry, material: new MeshBasicMaterial(), castShadow: false, receiveShadow: false };
  const batch = batches.add("one", () => ({ ...look, isPickable: true }), shape);
  batches.update(tree);
  return { shape, batch };
}
