import { expect, test } from "vitest";
import { logFigures } from "./log-words.ts";
import { stretch } from "../../testing/sample-past.ts";

test("[PB3] a log's length is the time that goes by in it, however its clock jumps", () => {
  const jump = { cause: "UNDO", description: "Move", authorName: "Ada" } as const;
  const sections = [stretch("s1", "", 1, 5.7, ["Move@2.5"]), { ...stretch("s2", "s1", 2.5, 6, ["Turn@5"]), jump }];
  expect(logFigures({ stretches: sections })).toBe("8.2 s · 2 commands · 1 jump in time");
  expect(logFigures({ stretches: [stretch("s1", "", 0, 3)] })).toBe("3.0 s · no commands");
});
