import { describe, expect, test } from "vitest";
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  PlaneGeometry,
  SphereGeometry,
} from "three";
import { circleRadius, cornersOf, curveLength, featuresOf, type Patch } from "./geometry-features.ts";

describe("what a measure snaps to", () => {
  test("[MT3] a side of a box has four corners, four edges and a middle", () => {
    const { patches, patchOf } = featuresOf(new BoxGeometry(1, 2, 4));
    expect(patches).toHaveLength(6);
    // Each side has two triangles.
    expect([...patchOf].toSorted((a, b) => a - b)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    const top = patches.find(({ centre }) => centre!.z > 1)!;
    expect(top.centre).toEqual({ x: 0, y: 0, z: expect.closeTo(2, 12) });
    expect(lengths(top)).toEqual([1, 1, 2, 2]);
    expect(new Set(cornersOf(top).map(({ x, y, z }) => `${x} ${y} ${z}`)).size).toBe(4);
  });

  test("[MT3] a rim is one edge, with the radius of its circle; the mantle has no middle", () => {
    const { patches } = featuresOf(new CylinderGeometry(0.5, 0.5, 2, 48));
    expect(patches).toHaveLength(3);
    const [mantle] = patches.filter(({ centre }) => centre === undefined);
    expect(mantle!.curves.map((curve) => circleRadius(curve))).toEqual([
      expect.closeTo(0.5, 5),
      expect.closeTo(0.5, 5),
    ]);
    // The length of the rim, a polygon with 48 sides.
    expect(lengths(mantle!)[0]).toBeCloseTo(48 * Math.sin(Math.PI / 48), 5);
    expect(cornersOf(mantle!)).toEqual([]);
    const caps = patches.filter(({ centre }) => centre !== undefined);
    expect(caps.map(({ centre }) => centre!.y).toSorted((a, b) => a - b)).toEqual([
      expect.closeTo(-1, 5),
      expect.closeTo(1, 5),
    ]);
  });

  test("[MT3] a cone has a tip, a ball nothing but itself", () => {
    const cone = featuresOf(new ConeGeometry(0.3, 1, 48)).patches.flatMap(({ tips }) => tips);
    expect(cone).toEqual([{ x: expect.closeTo(0, 5), y: expect.closeTo(0.5, 5), z: expect.closeTo(0, 5) }]);
    const [ball, ...more] = featuresOf(new SphereGeometry(1, 40, 24)).patches;
    expect(more).toEqual([]);
    expect(ball).toEqual({ centre: undefined, curves: [], tips: [] });
  });

  test("[MT3] a straight edge of many pieces is one; what lies flat beside each other is one side", () => {
    const { patches } = featuresOf(new PlaneGeometry(4, 1, 8, 3));
    expect(patches).toHaveLength(1);
    expect(lengths(patches[0]!)).toEqual([1, 1, 4, 4]);
    expect(patches[0]!.curves.every(({ points }) => points.length === 2)).toBe(true);
  });

  test("[MT3] triangles without an area belong to nothing", () => {
    const geometry = new BufferGeometry();
    const places = [0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 2, 2, 2, 2, 2, 3, 3, 3];
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(places), 3));
    const { patchOf, patches } = featuresOf(geometry);
    expect([...patchOf]).toEqual([0, -1]);
    expect(patches).toHaveLength(1);
  });
});

function lengths({ curves }: Patch): readonly number[] {
  return curves.map((curve) => Number(curveLength(curve).toFixed(5))).toSorted((a, b) => a - b);
}
