import { expect, test } from "vitest";
import { isWanted, readSearch } from "./search-words.ts";

test("[CU16] a search for words may name a column, with a blank or a dot before it", () => {
  for (const text of ["ball pose z", "Ball::pose.z", "z BALL  pose "]) {
    const search = readSearch(text);
    expect(search.columns).toEqual(["z"]);
    expect(search.words.every((word) => "ball::pose".includes(word))).toBe(true);
    expect(["x", "y", "z"].filter((column) => isWanted(search, "ball::pose", column))).toEqual(["z"]);
    // A number of a component is an item of its own.
    expect(isWanted(search, "ball::Pose.position.z", "")).toBe(true);
    expect(isWanted(search, "ball::Pose.position.x", "")).toBe(false);
  }
  expect(readSearch("")).toEqual({ words: [], columns: [] });
  expect(readSearch("axes[0].damping")).toEqual({ words: ["axes[0].damping"], columns: [] });
});
