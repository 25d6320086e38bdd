import { Vector3, type Camera } from "three";
import { describe, expect, test } from "vitest";
import type { Vec3 } from "@orrery/sim";
import { cameraPose, placeAt } from "../../plugins/scene/camera/camera-news.ts";
import {
  along,
  backward,
  eyeOf,
  framing,
  orbited,
  panned,
  pixelAt,
  placeBetween,
  rightward,
  standardView,
  turned,
  upward,
  walked,
  zoomed,
  type CameraPlace,
} from "./camera-rig.ts";
import { ViewCamera } from "./view-camera.ts";

const FOV = (40 * Math.PI) / 180;
const place: CameraPlace = { target: { x: 1, y: 2, z: 0.5 }, distance: 10, azimuth: -0.9, elevation: 0.4 };

describe("the camera", () => {
  test("[SC3] a pixel is as large as the view is high there, by the pixels that it has", () => {
    const view = { fov: FOV, height: 500, isFlat: false };
    const atTarget = (2 * 10 * Math.tan(FOV / 2)) / 500;
    expect(pixelAt(place, place.target, view)).toBeCloseTo(atTarget, 12);
    const twiceAsFar = along(place.target, backward(place), -10);
    expect(pixelAt(place, twiceAsFar, view)).toBeCloseTo(2 * atTarget, 12);
    expect(pixelAt(place, twiceAsFar, { ...view, isFlat: true })).toBeCloseTo(atTarget, 12);
  });

  test("[SC3] orbiting keeps target and distance, and stops straight above", () => {
    const next = orbited(place, 0.3, 5);
    expect(next.target).toBe(place.target);
    expect(next.elevation).toBe(Math.PI / 2);
    expect(distance(eyeOf(next), place.target)).toBeCloseTo(10, 12);
    // Even looking straight down there must be an up vector.
    expect(dot(upward(next), backward(next))).toBeCloseTo(0, 12);
    expect(distance(upward(next), { x: 0, y: 0, z: 0 })).toBeCloseTo(1, 12);
  });

  test("[SC3] panning moves what is at the target's depth with the pointer", () => {
    // A quarter of the view's height to the right, so the target is then a quarter of the height left of where it was.
    const next = panned(place, 0.25, 0, FOV);
    const way = minus(next.target, place.target);
    expect(dot(way, rightward(place))).toBeCloseTo(-0.25 * 2 * 10 * Math.tan(FOV / 2), 12);
    expect(dot(way, backward(place))).toBeCloseTo(0, 12);
    expect(minus(eyeOf(next), eyeOf(place))).toEqual(closeTo(way));
  });

  test("[SC3] zooming keeps the point under the pointer where it is on the screen", () => {
    const point = { x: 3, y: -1, z: 0 };
    const next = zoomed(place, point, 0.5);
    expect(next.distance).toBe(5);
    expect(onScreen(next, point)).toEqual(onScreen(place, point).map((value) => expect.closeTo(value, 12)));
  });

  test("[SC3] zooming ends before it goes through things or out of the world", () => {
    expect(zoomed(place, place.target, 1e-9).distance).toBeGreaterThan(0);
    expect(zoomed(place, place.target, 1e9).distance).toBeLessThan(1e4);
  });

  test("[SC3] in first person turning keeps the eye, walking goes where one looks", () => {
    expect(eyeOf(turned(place, 0.2, -0.1))).toEqual(closeTo(eyeOf(place)));
    const way = minus(eyeOf(walked(place, 2, 0, 0)), eyeOf(place));
    expect(dot(way, backward(place))).toBeCloseTo(-2, 12);
  });

  test("[SC3] a framed box is in view, and touches the air around it", () => {
    const box = { low: { x: -1, y: -2, z: 0 }, high: { x: 4, y: 1, z: 3 } };
    for (const aspect of [0.5, 1, 2]) {
      const next = framing(place, box, FOV, aspect);
      const reach = [...corners(box)].map((corner) => {
        const [x, y] = onScreen(next, corner) as [number, number];
        return Math.max(Math.abs(x) / aspect, Math.abs(y));
      });
      expect(Math.max(...reach)).toBeCloseTo(1 / 1.15, 9);
    }
  });

  test("[SC3] the front is seen from +x, the top with +y up; the way there is the shorter one", () => {
    const front = standardView({ ...place, azimuth: 6 }, "front");
    expect(minus(eyeOf(front), place.target)).toEqual(closeTo({ x: 10, y: 0, z: 0 }));
    expect(front.azimuth).toBeCloseTo(2 * Math.PI, 12);
    const top = standardView(place, "top");
    expect(upward(top)).toEqual(closeTo({ x: 0, y: 1, z: 0 }));
    expect(placeBetween({ ...place, azimuth: 3 }, { ...place, azimuth: -3 }, 0.5).azimuth).toBeCloseTo(Math.PI, 12);
    expect(placeBetween(place, { ...place, distance: 40 }, 0.5).distance).toBeCloseTo(20, 12);
  });

  test("[SC3] a flight arrives within 200 ms, and goes with what the camera follows", () => {
    const view = new ViewCamera(place);
    view.fly({ ...place, distance: 40 }, 1000);
    expect(view.flyOn(1060)).toBe(true);
    view.carry((at) => ({ ...at, target: along(at.target, { x: 1, y: 0, z: 0 }, 1) }));
    expect(view.flyOn(1200)).toBe(false);
    expect(view.place).toEqual({ ...place, target: { x: 2, y: 2, z: 0.5 }, distance: 40 });
    view.size = { width: 2, height: 1 };
    for (const isFlat of [false, true]) {
      const camera = view.aim(isFlat);
      // The target is in the middle, and the top of the view is where the camera says.
      expect(projected(camera, view.place.target).slice(0, 2)).toEqual([expect.closeTo(0, 6), expect.closeTo(0, 6)]);
      const top = along(view.place.target, upward(view.place), 40 * Math.tan(FOV / 2));
      expect(projected(camera, top)[1]).toBeCloseTo(1, 6);
    }
  });

  test("[SC3] others are told of the camera as robots have theirs: x ahead, z up", () => {
    const level = { ...place, azimuth: Math.PI, elevation: 0 };
    // The eye is west of the target and looks east.
    expect(cameraPose(level)).toEqual(
      expect.objectContaining({ x: expect.closeTo(-9), qx: expect.closeTo(0), qz: expect.closeTo(0) }),
    );
    const again = placeAt(cameraPose(place), 10);
    expect(again).toMatchObject({ azimuth: expect.closeTo(-0.9), elevation: expect.closeTo(0.4) });
    expect(again.target).toEqual(closeTo(place.target));
  });
});

function projected(camera: Camera, { x, y, z }: Vec3): number[] {
  return new Vector3(x, y, z).project(camera).toArray();
}

function onScreen(from: CameraPlace, point: Vec3): number[] {
  const way = minus(point, eyeOf(from));
  const depth = -dot(way, backward(from)) * Math.tan(FOV / 2);
  return [dot(way, rightward(from)) / depth, dot(way, upward(from)) / depth];
}

function* corners({ low, high }: { readonly low: Vec3; readonly high: Vec3 }): Generator<Vec3> {
  for (const x of [low.x, high.x]) for (const y of [low.y, high.y]) for (const z of [low.z, high.z]) yield { x, y, z };
}

function minus(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}

function dot(a: Vec3, b: Vec3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

function distance(a: Vec3, b: Vec3): number {
  return Math.sqrt(dot(minus(a, b), minus(a, b)));
}

function closeTo({ x, y, z }: Vec3) {
  return { x: expect.closeTo(x, 9), y: expect.closeTo(y, 9), z: expect.closeTo(z, 9) };
}
