import { expect, test } from "vitest";
import { initialsOf } from "./initials.ts";

test("[PN9] initials are of the first and the last word, whole characters", () => {
  expect(["Ada Lovelace", "Guest 3", "ada", "", "jean_luc picard", "👩‍🚀 x", "Ana Maria Souza"].map(initialsOf)).toEqual([
    "AL",
    "G3",
    "A",
    "?",
    "JP",
    "👩‍🚀X",
    "AS",
  ]);
});

test("[PN9] guests with different numbers have different initials, up to 999", () => {
  const guests = Array.from({ length: 999 }, (_, i) => initialsOf(`Guest ${i + 1}`));
  expect(new Set(guests).size).toBe(999);
  expect([guests[0], guests[9], guests[98], guests[99]]).toEqual(["G1", "G10", "G99", "100"]);
  expect(initialsOf("orrery-cli-12345")).toBe("O1");
});
