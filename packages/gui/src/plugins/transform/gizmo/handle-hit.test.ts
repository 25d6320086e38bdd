import { quat } from "@orrery/sim";
import { OrthographicCamera, PerspectiveCamera } from "three";
import { describe, expect, test } from "vitest";
import { GIZMO } from "./gizmo-size.ts";
import { handlesOf, type GizmoFrame } from "./handle.ts";
import { handleAt, placeOf } from "./handle-hit.ts";
import { screenSpaceOf, type ScreenSpace } from "./screen-space.ts";

const frame: GizmoFrame = { origin: { x: 0, y: 0, z: 0 }, rotation: quat.noRotation };
const size = { width: 800, height: 600 };

describe("the handle under the pointer", () => {
  test("[TF9] a pixel has a size, and places have a pixel, in both kinds of camera", () => {
    for (const space of [fromAbove(10), flatFromAbove(10)]) {
      const pixel = space.metresPerPixel(frame.origin);
      // A view angle of 53.13° is as high as it is far away.
      expect(pixel).toBeCloseTo(10 / 600, 9);
      expect(space.toScreen({ x: 100 * pixel, y: 50 * pixel, z: 0 })).toEqual({
        x: expect.closeTo(500, 6) as number,
        y: expect.closeTo(250, 6) as number,
      });
      const { origin, direction } = space.rayAt({ x: 500, y: 250 });
      const share = -origin.z / direction.z;
      expect(origin.x + share * direction.x).toBeCloseTo(100 * pixel, 6);
      expect(origin.y + share * direction.y).toBeCloseTo(50 * pixel, 6);
    }
  });

  test("[TF9] handles are as large on the screen wherever they are", () => {
    for (const height of [0.5, 10, 400]) {
      const at = (right: number, up: number, tool: "translate" | "scale" = "translate") =>
        handleAt(tool, frame, fromAbove(height), { x: 400 + right, y: 300 - up }, GIZMO.slack);
      expect(at(GIZMO.length, 2)).toBe("x");
      expect(at(-3, GIZMO.length)).toBe("y");
      expect(at(3, 3)).toBe("all");
      expect(at(33, 33)).toBe("xy");
      expect(at(GIZMO.length + 12, 0)).toBeUndefined();
      expect(at(40, 20, "scale")).toBeUndefined();
    }
  });

  test("[TF9] what is seen from its end or its edge is not there to be taken", () => {
    // z points at the eye; its planes with x and y are seen from their edges.
    const found = new Set<string | undefined>();
    for (let x = 300; x <= 500; x += 2)
      for (let y = 200; y <= 400; y += 2) found.add(handleAt("translate", frame, fromAbove(10), { x, y }, GIZMO.slack));
    expect(found).toEqual(new Set([undefined, "x", "y", "all", "xy"]));
  });

  test("[TF9] a ring is found where it is before what it turns; seen from its axis, all around", () => {
    const at = (space: ScreenSpace, right: number, up: number) =>
      handleAt("rotate", frame, space, { x: 400 + right, y: 300 - up }, GIZMO.slack);
    const above = fromAbove(10);
    for (const angle of [0.4, 2, 3.5, 5])
      expect(at(above, GIZMO.ring * Math.cos(angle), GIZMO.ring * Math.sin(angle))).toBe("z");
    expect(at(above, GIZMO.viewRing, 0)).toBe("view");
    // Seen from 30° above the horizon, along −y: the near half of the ring about z is below the middle.
    const camera = new PerspectiveCamera(FOV, 800 / 600, 0.01, 100);
    camera.up.set(0, 0, 1);
    camera.position.set(0, -100 * Math.cos(Math.PI / 6), 50);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    const low = screenSpaceOf(camera, size);
    const [aside, along] = [GIZMO.ring * Math.SQRT1_2, (GIZMO.ring * Math.SQRT1_2) / 2];
    expect([at(low, aside, -along), at(low, aside, along)]).toEqual(["z", undefined]);
  });

  test("[TF9] every handle that is shown can be taken somewhere", () => {
    const camera = new PerspectiveCamera(FOV, 800 / 600, 0.01, 100);
    camera.up.set(0, 0, 1);
    camera.position.set(5, -7, 4);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    const space = screenSpaceOf(camera, size);
    for (const tool of ["translate", "rotate", "scale"] as const)
      for (const handle of handlesOf(tool))
        expect(handleAt(tool, frame, space, placeOf(tool, handle, frame, space)!, GIZMO.slack)).toBe(handle);
  });

  test("[TF9] fingers may miss by more", () => {
    const at = (slack: number) => handleAt("translate", frame, fromAbove(10), { x: 460, y: 312 }, slack);
    expect([at(GIZMO.slack), at(GIZMO.slackOfFingers)]).toEqual([undefined, "x"]);
  });
});

/** Degrees: the view is as high as it is far away. */
const FOV = (2 * Math.atan(0.5) * 180) / Math.PI;

/** Seen from above: x to the right, y up, z towards the eye. */
function fromAbove(height: number): ScreenSpace {
  const camera = new PerspectiveCamera(FOV, 800 / 600, height / 1000, height * 10);
  camera.position.set(0, 0, height);
  camera.updateMatrixWorld();
  return screenSpaceOf(camera, size);
}

function flatFromAbove(height: number): ScreenSpace {
  const [half, wide] = [height / 2, (height * 2) / 3];
  const camera = new OrthographicCamera(-wide, wide, half, -half, -1000, 1000);
  camera.position.set(0, 0, height);
  camera.updateMatrixWorld();
  return screenSpaceOf(camera, size);
}
