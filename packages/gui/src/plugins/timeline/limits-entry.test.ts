import { expect, test } from "vitest";
import { parseBytes, parseLimit } from "./limits-entry.ts";

test("[HU13] a memory limit is a size, in megabytes where nothing is said", () => {
  expect(["512", "512 MB", "1.5gb", " 2000 kB"].map(parseBytes)).toEqual([512e6, 512e6, 1.5e9, 2e6]);
  for (const text of ["", "0", "12 kB", "-5", "much", "3 TB"]) expect(() => parseBytes(text)).toThrow("A size such as");
});

test("[HU13] a limit of commands is a whole number from 1", () => {
  expect(["10", "1,000"].map(parseLimit)).toEqual([10, 1000]);
  for (const text of ["", "0", "1.5", "many", "1e12"]) expect(() => parseLimit(text)).toThrow("whole number");
});
