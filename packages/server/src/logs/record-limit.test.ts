import type { LogRecord } from "@orrery/sim";
import { expect, test } from "vitest";
import { RecordLimit } from "./record-limit.ts";

function limited(): { limit: RecordLimit; told: LogRecord[]; clock: { ms: number } } {
  const told: LogRecord[] = [];
  const clock = { ms: 0 };
  return {
    limit: new RecordLimit(
      (record) => told.push(record),
      () => clock.ms,
    ),
    told,
    clock,
  };
}

const error = (message: string, source = ""): LogRecord => ({ level: "error", source, message });

test("[SV74] of lines that are alike a few are told, and then how many more there were; others are told all the same", () => {
  const { limit, told, clock } = limited();
  for (let i = 0; i < 1000; i++) limit.add(error(`something failed, number ${i}`));
  limit.add(error("physics has stopped"));
  expect(told.map(({ message }) => message)).toEqual([
    ...Array.from({ length: 20 }, (_, i) => `something failed, number ${i}`),
    "physics has stopped",
  ]);
  told.length = 0;
  limit.flush();
  limit.flush();
  expect(told).toEqual([error("980 more lines like this one left out: something failed, number 0")]);
  // Two records per second become available again.
  clock.ms += 5000;
  for (let i = 0; i < 100; i++) limit.add(error("something failed again"));
  expect(told).toHaveLength(1 + 10);
});

test("[SV74] whoever says ever new things is held back, too; long lines are cut", () => {
  const { limit, told } = limited();
  for (let i = 0; i < 5000; i++) limit.add({ ...error(`${i} is new`, "own"), fields: { error: "y".repeat(1e5) } });
  expect(told.length).toBeLessThan(1000);
  limit.flush();
  const size = told.reduce((sum, record) => sum + JSON.stringify(record).length, 0);
  expect(size).toBeLessThan(5e6);
});
