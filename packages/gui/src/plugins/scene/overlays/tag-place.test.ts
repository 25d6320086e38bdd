import { expect, test } from "vitest";
import { clearOf } from "./tag-place.ts";

const handles = { x: 200, y: 300, radius: 100 };

test("[SC16] a name that would lie on handles stands over them", () => {
  expect(clearOf({ x: 210, y: 260 }, handles)).toEqual({ x: 200, y: 200 });
  expect(clearOf({ x: 210, y: 410 }, handles)).toEqual({ x: 200, y: 200 });
});

test("[SC16] a name elsewhere stays", () => {
  for (const place of [
    { x: 210, y: 150 },
    { x: 350, y: 300 },
    { x: 200, y: 460 },
  ]) {
    expect(clearOf(place, handles)).toEqual(place);
  }
  expect(clearOf({ x: 210, y: 260 }, undefined)).toEqual({ x: 210, y: 260 });
});

test("[SC16] where there is no room over the handles it stands under them", () => {
  expect(clearOf({ x: 200, y: 60 }, { x: 200, y: 90, radius: 100 })).toEqual({ x: 200, y: 218 });
});
