import { expect, test } from "vitest";
import { ranked } from "./ranked.ts";

const titles = ["Statistics", "Theme of the system", "Systems", "Step", "Reset layout"];

test.each([
  ["", titles],
  ["st", ["Statistics", "Step", "Theme of the system", "Systems", "Reset layout"]],
  ["SYS", ["Systems", "Theme of the system"]],
  ["rly", ["Reset layout"]],
  ["nothing", []],
])("[GU12] %j finds what begins with it, then what has it, then what has its letters in order", (text, found) => {
  expect(
    ranked(
      titles.map((title) => ({ title })),
      text,
    ).map(({ title }) => title),
  ).toEqual(found);
});
