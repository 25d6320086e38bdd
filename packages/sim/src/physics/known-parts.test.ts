import { expect, test } from "vitest";
import { solidMesh } from "../scene/solid.ts";
import { hasParts, partsOf } from "./known-parts.ts";

test("[PH111] a solid that was read again is not cut again", () => {
  const read = (size: number) =>
    solidMesh(
      Float32Array.from([0, 0, 0, size, 0, 0, 0, size, 0, 0, 0, size]),
      Uint32Array.from([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]),
    );
  const first = read(1);
  expect(hasParts(first, 16)).toBe(false);
  const parts = partsOf(first, 16);
  const again = read(1);
  expect(again).not.toBe(first);
  expect(hasParts(again, 16)).toBe(true);
  expect(partsOf(again, 16)).toBe(parts);
  expect(hasParts(again, 1)).toBe(false);
  expect(hasParts(read(2), 16)).toBe(false);
});
