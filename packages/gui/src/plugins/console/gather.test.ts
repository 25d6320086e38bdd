import { expect, test } from "vitest";
import { lineOf } from "./gather.ts";

test("[PN8] a record of the server is a line; its fields fold out, texts as they are", () => {
  const record = {
    sequence: 3,
    time: { sec: 2, nsec: 500_000_000 },
    level: "warn",
    source: "runner.physics",
    message: "slow",
    fields: '{"steps":3,"stack":"a\\nb"}',
  };
  expect(lineOf(record)).toEqual({
    timeMs: 2500,
    level: "warn",
    source: "runner.physics",
    message: "slow",
    details: "steps: 3\nstack: a\nb",
  });
  expect(lineOf({ level: "loud", fields: "no JSON" })).toMatchObject({ level: "info", details: "no JSON" });
});
