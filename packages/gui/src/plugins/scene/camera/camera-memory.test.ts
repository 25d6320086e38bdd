import { expect, test } from "vitest";
import { readFollowed, readPlace, type Followed } from "./camera-memory.ts";
import type { CameraPlace } from "../../../render/camera/camera-rig.ts";

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

test("[FL3] what was followed is found again, with where it was", () => {
  const seen = { place: { x: 3, y: 4, z: 0 }, heading: 1.5 };
  const followed: Followed = { name: "arm::hand", mode: "chase", seen };
  const text = (value: unknown): string => JSON.stringify({ ...place, followed: value });
  expect(readFollowed(text(followed))).toEqual(followed);
  expect(readPlace(text(followed))).toEqual(place);
  for (const wrong of [undefined, null, 3, { ...followed, mode: "fly" }, { ...followed, seen: { heading: 1 } }]) {
    expect(readFollowed(text(wrong))).toBeUndefined();
    expect(readPlace(text(wrong))).toEqual(place);
  }
});
