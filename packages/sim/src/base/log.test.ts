import { expect, test } from "vitest";
import { logTo, type LogRecord } from "./log.ts";

test("[BA20] a record says level, message, source and fields", () => {
  const records: LogRecord[] = [];
  const log = logTo((record) => records.push(record));
  log.info("loaded", { entities: 3 });
  const physics = log.child("runner").child("physics");
  physics.warn("asleep");
  physics.debug("a");
  physics.error("b");
  expect(records).toEqual([
    { level: "info", message: "loaded", source: "", fields: { entities: 3 } },
    { level: "warn", message: "asleep", source: "runner.physics" },
    { level: "debug", message: "a", source: "runner.physics" },
    { level: "error", message: "b", source: "runner.physics" },
  ]);
});
