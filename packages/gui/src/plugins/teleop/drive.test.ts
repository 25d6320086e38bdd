import { expect, test } from "vitest";
import { isDriveKey, stickOfKeys, stickOfPointer, twistOf } from "./drive.ts";

test("[PN10] arrows and WASD drive; opposite keys cancel each other", () => {
  expect(stickOfKeys(new Set(["ArrowUp", "KeyA"]))).toEqual({ ahead: 1, left: 1 });
  expect(stickOfKeys(new Set(["KeyW", "ArrowDown", "KeyD"]))).toEqual({ ahead: 0, left: -1 });
  expect(["KeyW", "ArrowLeft", "KeyE", "Space"].map(isDriveKey)).toEqual([true, true, false, false]);
});

test("[PN10] on the pad up is ahead and left is left, and nothing is beyond the edge", () => {
  expect(stickOfPointer(0, -30, 60)).toEqual({ ahead: 0.5, left: 0 });
  expect(stickOfPointer(-60, 0, 60)).toEqual({ ahead: 0, left: 1 });
  expect(stickOfPointer(300, 400, 60)).toEqual({ ahead: -0.8, left: -0.6 });
  expect(stickOfPointer(0, 0, 60)).toEqual({ ahead: 0, left: 0 });
});

test("[PN10] a stick is a share of the limits", () => {
  expect(twistOf({ ahead: -0.5, left: 1 }, { linear: 2, angular: 3 })).toEqual({
    linear: { x: -1, y: 0, z: 0 },
    angular: { x: 0, y: 0, z: 3 },
  });
});
