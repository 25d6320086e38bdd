import { expect, test } from "vitest";
import { readPlace } from "./camera-memory.ts";
import type { CameraPlace } from "./camera-rig.ts";

const place: CameraPlace = { target: { x: 1, y: -2, z: 0.5 }, distance: 8, azimuth: 7, elevation: -0.3 };

test("[SC14] a place that was kept is found again", () => {
  expect(readPlace(JSON.stringify(place))).toEqual(place);
});

test("[SC14] what is no place of a camera is as if it was not there", () => {
  const wrong = [
    { ...place, distance: 0 },
    { ...place, distance: null },
    { ...place, elevation: 2 },
    { ...place, target: { x: 1, y: 2 } },
    { ...place, target: null },
    3,
  ];
  for (const text of [null, undefined, "", "{", ...wrong.map((value) => JSON.stringify(value))]) {
    expect(readPlace(text)).toBeUndefined();
  }
});
