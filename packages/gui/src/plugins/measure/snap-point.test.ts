import type { Entity, Vec3 } from "@orrery/sim";
import { BoxGeometry, Matrix4, OrthographicCamera, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import type { Hit } from "../../render/picking.ts";
import { screenSpaceOf } from "../transform/gizmo/screen-space.ts";
import { featuresOf } from "./geometry-features.ts";
import { seenLine } from "./seen-line.ts";
import { candidatesOf, nearestEdge, nearestPoint, nearestToRay } from "./snap-point.ts";

/** Seen from above, 100 pixels per metre, with the origin in the middle. */
const camera = new OrthographicCamera(-4, 4, 3, -3, -10, 10);
camera.updateMatrixWorld(true);
const space = screenSpaceOf(camera, { width: 800, height: 600 });
const pixel = (x: number, y: number): { x: number; y: number } => ({ x: 400 + 100 * x, y: 300 - 100 * y });

/** The upper side of a box of 2 by 1 by 1 m, with its middle at x = 1 m. */
const candidates = candidatesOf([hitOnTop()], () => new Matrix4().makeScale(2, 1, 1).setPosition(1, 0, 0).elements);

describe("snapping", () => {
  test("[MT3] near a corner, the middle of an edge or that of a face, that point is taken", () => {
    expect(near(2.03, 0.52)).toEqual({ kind: "corner", point: { x: 2, y: 0.5, z: 0.5 } });
    expect(near(1.02, 0.47)).toEqual({ kind: "middle", point: { x: 1, y: 0.5, z: 0.5 } });
    expect(near(0.98, 0.05)).toEqual({ kind: "face", point: { x: 1, y: 0, z: 0.5 } });
  });

  test("[MT3] near an edge only, its nearest point; away from all, none", () => {
    expect(near(1.5, 0.46)).toEqual({ kind: "edge", point: { x: 1.5, y: 0.5, z: 0.5 } });
    expect(near(1.5, 0.3)).toBeUndefined();
  });

  test("[MT3] an origin gives way to what is seen, and is taken where nothing is", () => {
    const origin = { kind: "origin" as const, entity: undefined, point: { x: 1, y: 0, z: 0 } };
    const all = { ...candidates, points: [...candidates.points, origin] };
    expect(nearestPoint(all, pixel(1, 0), space, 10)?.kind).toBe("face");
    const alone = { points: [{ ...origin, point: { x: 1.5, y: 0.2, z: 0 } }], edges: [] };
    expect(nearestPoint(alone, pixel(1.5, 0.25), space, 10)?.kind).toBe("origin");
  });

  test("[MT3] the whole edge is known, in the world", () => {
    const { edge } = nearestEdge(candidates.edges, pixel(1.9, 0.2), space, 30)!;
    expect(edge.points.map(({ x, y }) => `${x} ${y}`).toSorted()).toEqual(["2 -0.5", "2 0.5"]);
  });

  test("[MT3] the point of a line nearest to a ray stays between its ends", () => {
    const [a, b] = [
      { x: 0, y: 0, z: 0 },
      { x: 2, y: 0, z: 0 },
    ];
    const down = { x: 0, y: 0, z: -1 };
    expect(nearestToRay(a, b, { x: 0.5, y: 3, z: 9 }, down)).toEqual({ x: 0.5, y: 0, z: 0 });
    expect(nearestToRay(a, b, { x: 5, y: 0, z: 9 }, down)).toEqual(b);
    // The ray is parallel to the line, so no point is nearest.
    expect(nearestToRay(a, b, { x: -5, y: 1, z: 0 }, { x: 1, y: 0, z: 0 })).toEqual(a);
  });

  test("[MT5] of a line that goes behind the eye, the part before it is drawn", () => {
    const eyes = { ...space, toScreen: ({ x, y, z }: Vec3) => (z < 0 ? { x, y } : undefined) };
    const [line] = seenLine({ x: 0, y: 0, z: -1 }, { x: 8, y: 0, z: 1 }, eyes);
    expect(line!.from).toEqual({ x: 0, y: 0 });
    expect(line!.to.x).toBeCloseTo(4, 1);
    expect(seenLine({ x: 0, y: 0, z: 1 }, { x: 8, y: 0, z: 1 }, eyes)).toEqual([]);
  });
});

function near(x: number, y: number): { kind: string; point: Vec3 } | undefined {
  const found = nearestPoint(candidates, pixel(x, y), space, 10);
  return found && { kind: found.kind, point: rounded(found.point) };
}

function rounded({ x, y, z }: Vec3): Vec3 {
  return { x: Number(x.toFixed(9)), y: Number(y.toFixed(9)), z: Number(z.toFixed(9)) };
}

function hitOnTop(): Hit {
  const geometry = new BoxGeometry();
  const { patchOf, patches } = featuresOf(geometry);
  const top = patches.findIndex(({ centre }) => centre!.z > 0.4);
  const shape = { entity: 5 as Entity, node: 0, scale: [2, 1, 1], colour: [1, 1, 1] } as const;
  const [point, normal] = [new Vector3(), new Vector3(0, 0, 1)];
  return { entity: 5 as Entity, shape, geometry, triangle: patchOf.indexOf(top) * 3, point, normal, distance: 1 };
}
