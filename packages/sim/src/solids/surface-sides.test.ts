import { expect, test } from "vitest";
import { boxTriangles, joined, type Triangles } from "../testing/mesh-files.ts";
import { facesOutward } from "./surface-sides.ts";

const box = boxTriangles([1, 1, 1], [100, 0, 0]);
const insideOut = { ...box, indices: box.indices.toReversed() };
const floor: Triangles = { positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], indices: [0, 1, 2, 0, 2, 3] };
const wall: Triangles = { positions: [0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1], indices: [0, 1, 2, 0, 2, 3] };

test.each<[string, Triangles]>([
  ["a box", box],
  ["two boxes", joined(box, boxTriangles([1, 1, 1]))],
  ["a floor that faces up", floor],
])("[PH22] the sides of %s can be trusted", (_name, { positions, indices }) => {
  expect(facesOutward(positions, indices)).toBe(true);
});

test.each<[string, Triangles]>([
  ["a box inside out", insideOut],
  ["a box and one inside out", joined(boxTriangles([1, 1, 1]), insideOut)],
  ["a floor that faces down", { ...floor, indices: floor.indices.toReversed() }],
  ["a wall of one side", wall],
  ["a box with one triangle turned", { ...box, indices: [0, 3, 2, ...box.indices.slice(3)] }],
  ["a box without its top", { ...box, indices: box.indices.filter((_, i) => i < 6 || i >= 12) }],
])("[PH22] the sides of %s cannot be trusted", (_name, { positions, indices }) => {
  expect(facesOutward(positions, indices)).toBe(false);
});
