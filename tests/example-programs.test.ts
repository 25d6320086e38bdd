import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { node24, root } from "./e2e/orrery-process.ts";

test("[EM1] the example program runs: a ball of restitution 0.8 rebounds to 0.64 of its height", async () => {
  const { stdout } = await promisify(execFile)(node24, [join(root, "examples/programs/drop-test.ts")]);
  const heights = [...stdout.matchAll(/^from (.+) m: (.+) m after/gm)].map(([, ...both]) => both.map(Number));
  expect(heights).toHaveLength(3);
  // From the lowest point of the ball, whose radius is 0.1 m.
  for (const [from, to] of heights) expect((to! - 0.1) / (from! - 0.1)).toBeCloseTo(0.64, 1);
});
