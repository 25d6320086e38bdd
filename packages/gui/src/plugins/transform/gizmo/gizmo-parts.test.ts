import { Box3, Mesh } from "three";
import { expect, test } from "vitest";
import { makeParts } from "./gizmo-parts.ts";

test.each(["translate", "rotate", "scale"] as const)(
  "[TF15] each handle of %s has an edge all around it, drawn before any handle",
  (tool) => {
    for (const { object, edge } of makeParts(tool)) {
      const meshes = object.children.filter((child) => child instanceof Mesh);
      const [edges, drawn] = [true, false].map((isEdge) =>
        meshes.filter(({ material }) => (material === edge) === isEdge),
      );
      const sizeOf = (some: readonly Mesh[]): readonly number[] =>
        some.reduce((box, mesh) => box.union(new Box3().setFromObject(mesh)), new Box3()).max.toArray();
      // Compares the largest extents along each axis: the outlines of flat handles must be flat too.
      const [around, within] = [sizeOf(edges!), sizeOf(drawn!)];
      expect(around.filter((extent, i) => extent > within[i]! + 1).length).toBeGreaterThanOrEqual(2);
      expect(around.every((extent, i) => extent >= within[i]!)).toBe(true);
      const orders = (some: readonly Mesh[]): number[] => some.map(({ renderOrder }) => renderOrder);
      expect(Math.max(...orders(edges!))).toBeLessThan(Math.min(...orders(drawn!)));
    }
  },
);
