import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Bench } from "./harness.ts";

export const name = "load";

const cli = fileURLToPath(new URL("../packages/server/src/cli.mjs", import.meta.url));
const world = fileURLToPath(new URL("../worlds/stress-3000.sdf", import.meta.url));

/** Measures a fresh process from its start until the world with 3,000 shapes has made its first step. */
export function run(bench: Bench): void {
  const runs = Array.from({ length: 5 }, () => {
    const before = performance.now();
    const output = execFileSync(process.execPath, [cli, "run", world, "--headless", "--steps", "1", "--json"], {
      encoding: "utf8",
    });
    const { rssMb } = JSON.parse(output) as { rssMb: number };
    return { seconds: (performance.now() - before) / 1000, rssMb };
  });
  const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[2]!;
  bench.figure({
    name: "load/stress-3000/time",
    ours: middle(runs.map(({ seconds }) => seconds)),
    budget: 1.5,
    unit: "s",
  });
  bench.figure({
    name: "load/stress-3000/memory",
    ours: middle(runs.map(({ rssMb }) => rssMb)),
    budget: 300,
    unit: "MB",
  });
}
