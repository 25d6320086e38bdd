import { expect, test } from "vitest";
import { logName } from "./log-name.ts";

test("[PB3] a log is called after its file", () => {
  expect(["run.mcap", "logs/today/run.mcap", "C:\\logs\\run.mcap", ""].map(logName)).toEqual([
    "run.mcap",
    "run.mcap",
    "run.mcap",
    "",
  ]);
});
