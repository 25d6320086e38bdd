import { fromRollPitchYaw, quat } from "@orrery/sim";
import { PerspectiveCamera } from "three";
import { describe, expect, test } from "vitest";
import { alongAxis, angleBetween, inPlane, unwrapped } from "./drag-math.ts";
import { GIZMO } from "./gizmo-size.ts";
import { Grip, SMALLEST } from "./grip.ts";
import type { GizmoFrame, GizmoTool, Handle } from "./handle.ts";
import { screenSpaceOf, type Point, type ScreenSpace } from "./screen-space.ts";

describe("rays", () => {
  const ray = { origin: { x: 3, y: 4, z: 5 }, direction: { x: 0, y: 0, z: -1 } };

  test("[TF3] a ray means the place of an axis that it is beside, unless the axis points at the eye", () => {
    const up = { x: 0, y: 0, z: 1 };
    expect(alongAxis(ray, { x: 1, y: 0, z: 0 }, { x: 1, y: 0, z: 0 }, up)).toBe(2);
    expect(alongAxis(ray, { x: 0, y: 0, z: 0 }, { x: 0, y: 1, z: 0 }, up)).toBe(4);
    expect(alongAxis(ray, { x: 0, y: 0, z: 0 }, up, up)).toBeUndefined();
  });

  test("[TF3] a ray meets a plane, unless it goes along it or away from it", () => {
    expect(inPlane(ray, { x: 1, y: 1, z: 1 }, { x: 0, y: 0, z: 1 })).toEqual({ x: 2, y: 3, z: 0 });
    expect(inPlane(ray, { x: 1, y: 1, z: 1 }, { x: 1, y: 0, z: 0 })).toBeUndefined();
    expect(inPlane(ray, { x: 1, y: 1, z: 9 }, { x: 0, y: 0, z: 1 })).toBeUndefined();
  });

  test("[TF4] angles continue beyond a turn", () => {
    const z = { x: 0, y: 0, z: 1 };
    expect(angleBetween({ x: 2, y: 0, z: 0 }, { x: 0, y: 3, z: 0 }, z)).toBeCloseTo(Math.PI / 2, 12);
    expect(angleBetween({ x: 0, y: 3, z: 0 }, { x: 2, y: 0, z: 0 }, z)).toBeCloseTo(-Math.PI / 2, 12);
    expect(unwrapped(-3, 3.2)).toBeCloseTo(-3 + 2 * Math.PI, 12);
    expect(unwrapped(0.1, 6.2)).toBeCloseTo(0.1 + 2 * Math.PI, 12);
    expect(unwrapped(0.1, -6.2)).toBeCloseTo(0.1 - 2 * Math.PI, 12);
  });
});

describe("a handle that is dragged", () => {
  test("[TF3] an arrow goes along its axis as far as the pointer does, wherever it leaves it", () => {
    const grip = take("translate", "x", { right: 50, up: 0 });
    expect(grip.at(above, point(110, 40))).toEqual([expect.closeTo(60 * PIXEL, 9)]);
    expect(grip.at(above, point(50, -70))).toEqual([expect.closeTo(0, 9)]);
  });

  test("[TF3] in the thing's own axes, an arrow goes along them", () => {
    const turned: GizmoFrame = { origin, rotation: fromRollPitchYaw(0, 0, Math.PI / 2) };
    const grip = take("translate", "x", { right: 0, up: 50 }, turned);
    expect(grip.at(above, point(0, 80))).toEqual([expect.closeTo(30 * PIXEL, 9)]);
  });

  test("[TF3] a square goes in its plane, the middle in that of the screen, by the gizmo's axes", () => {
    expect(take("translate", "xy", { right: 30, up: 30 }).at(above, point(40, 50))).toEqual([
      expect.closeTo(10 * PIXEL, 9),
      expect.closeTo(20 * PIXEL, 9),
    ]);
    const turned: GizmoFrame = { origin, rotation: fromRollPitchYaw(0, 0, Math.PI / 2) };
    expect(take("translate", "all", { right: 0, up: 0 }, turned).at(above, point(10, 20))).toEqual([
      expect.closeTo(20 * PIXEL, 9),
      expect.closeTo(-10 * PIXEL, 9),
      expect.closeTo(0, 9),
    ]);
  });

  test("[TF4] a ring turns with the pointer around it, more than once around, too", () => {
    const grip = take("rotate", "z", around(0));
    for (let degrees = 10; degrees <= 500; degrees += 10) {
      const { right, up } = around(degrees);
      expect(grip.at(above, point(right, up))[0]).toBeCloseTo(degrees, 6);
    }
  });

  test("[TF4] a ring that is seen from its edge turns as far along it as around it", () => {
    const grip = take("rotate", "x", { right: 0, up: 0 });
    // The ring's near side moves towards −y when it turns forwards.
    const quarter = (Math.PI / 2) * GIZMO.ring;
    expect(grip.at(above, point(0, -quarter))).toEqual([expect.closeTo(90, 6)]);
  });

  test("[TF5] a box gives the factor that its arm grows by; nothing comes to nothing", () => {
    const grip = take("scale", "x", { right: GIZMO.length, up: 0 });
    expect(grip.at(above, point(2 * GIZMO.length, 9))).toEqual([expect.closeTo(2, 9)]);
    expect(grip.at(above, point(-3 * GIZMO.length, 0))).toEqual([SMALLEST]);
    const all = take("scale", "all", { right: 0, up: 0 });
    const [larger, smaller] = [all.at(above, point(40, 10))[0]!, all.at(above, point(-40, -10))[0]!];
    expect(larger * smaller).toBeCloseTo(1, 12);
    expect(larger).toBeGreaterThan(1.5);
  });

  test("[TF3] where the pointer means no place, things stay where it meant the last one", () => {
    const camera = new PerspectiveCamera(90, 1, 0.01, 100);
    camera.up.set(0, 0, 1);
    camera.position.set(0, -10, 1);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    const space = screenSpaceOf(camera, { width: 600, height: 600 });
    const grip = new Grip("translate", "xy", { frame, space, point: { x: 300, y: 300 } });
    const [, y] = grip.at(space, { x: 300, y: 290 });
    expect(y).toBeGreaterThan(0.1);
    // This place is above the horizon.
    expect(grip.at(space, { x: 300, y: 100 })[1]).toBe(y);
  });
});

const origin = { x: 0, y: 0, z: 0 };
const frame: GizmoFrame = { origin, rotation: quat.noRotation };
const HEIGHT = 10;
/** Metres per pixel, in a view that is as high as it is far away. */
const PIXEL = HEIGHT / 600;

/** Seen from above: x to the right, y up, z towards the eye. */
const above: ScreenSpace = (() => {
  const camera = new PerspectiveCamera((2 * Math.atan(0.5) * 180) / Math.PI, 800 / 600, 0.01, 100);
  camera.position.set(0, 0, HEIGHT);
  camera.updateMatrixWorld();
  return screenSpaceOf(camera, { width: 800, height: 600 });
})();

/** Returns a point this many pixels from the middle. */
function point(right: number, up: number): Point {
  return { x: 400 + right, y: 300 - up };
}

function around(degrees: number): { readonly right: number; readonly up: number } {
  const angle = (degrees * Math.PI) / 180;
  return { right: GIZMO.ring * Math.cos(angle), up: GIZMO.ring * Math.sin(angle) };
}

function take(
  tool: GizmoTool,
  handle: Handle,
  { right, up }: { readonly right: number; readonly up: number },
  where: GizmoFrame = frame,
): Grip {
  return new Grip(tool, handle, { frame: where, space: above, point: point(right, up) });
}
