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
