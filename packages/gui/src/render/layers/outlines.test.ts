import { BoxGeometry, InstancedMesh, MeshBasicMaterial } from "three";
import type { Entity } from "@orrery/sim";
import { expect, test } from "vitest";
import type { BatchLook, Shape } from "../batch.ts";
import { Batches } from "../batches.ts";
import { follow } from "./outlines.ts";
import { PoseTree } from "../pose-tree.ts";

test("[SC20] the places of what is chosen are copied when something moves, and not when only the camera does", () => {
  const tree = new PoseTree();
  const batches = new Batches("visuals");
  const look = (): BatchLook => ({
    key: "box",
    geometry: new BoxGeometry(),
    material: new MeshBasicMaterial(),
    castShadow: false,
    receiveShadow: false,
    isPickable: true,
  });
  const placed = Array.from({ length: 3000 }, (_, i) => {
    const node = tree.add(-1);
    tree.place(node, [i, 0, 0, 0, 0, 0, 1], 0);
    const shape: Shape = { entity: (i + 1) as Entity, node, scale: [1, 1, 1], colour: [1, 1, 1] };
    return { shape, batch: batches.add("box", look, shape) };
  });
  const draw = (): void => {
    tree.update();
    batches.update(tree);
  };
  draw();
  const { batch } = placed[0]!;
  const mesh = new InstancedMesh(batch.mesh.geometry, new MeshBasicMaterial(), placed.length);
  const copy = { mesh, batch, placed, seen: undefined, version: 0 };
  expect(follow(copy)).toBe(true);
  for (let i = 0; i < 10; i++) {
    draw();
    expect(follow(copy)).toBe(false);
  }
  tree.place(placed[7]!.shape.node, [0, 5, 0, 0, 0, 0, 1], 0);
  draw();
  expect(follow(copy)).toBe(true);
  expect(mesh.instanceMatrix.array.slice(7 * 16 + 12, 7 * 16 + 15)).toEqual(Float32Array.of(0, 5, 0));
});
