import { engines } from "../tests/accuracy/engines.ts";
import { limits } from "../tests/accuracy/limits.ts";
import { measure, type Measured } from "../tests/accuracy/measure.ts";
import { scenes } from "../tests/accuracy/scenes.ts";
import type { Bench } from "./harness.ts";

export const name = "accuracy";

/**
 * Measures each engine's deviation from formulas, and the cost of a step; errors above their limits are missed budgets.
 */
export async function run(bench: Bench): Promise<void> {
  const rows: string[][] = [];
  for (const scene of scenes) {
    const measured: Measured[] = [];
    const costs: number[] = [];
    for (const engine of engines) {
      // Twice, because code is compiled during the first run.
      await measure(scene, engine);
      const times: number[] = [];
      const once = await measure(scene, engine, (step) => {
        const before = performance.now();
        step();
        times.push(1000 * (performance.now() - before));
      });
      costs.push(trimmedMean(times));
      measured.push(once);
      for (const { name: what, error, unit } of once.figures) {
        const key = `${scene.name}: ${what}`;
        const budget = limits[engine.name]?.[key] ?? null;
        // A NaN exceeds every limit.
        if (budget === null || !(error <= budget))
          bench.figure({ name: `${engine.name}, ${key}`, ours: error, budget, unit });
      }
      bench.figure({ name: `${engine.name}, ${scene.name}: a step`, ours: costs.at(-1)!, unit: "µs" });
    }
    measured[0]!.figures.forEach(({ name: what, unit }, i) => {
      rows.push([i === 0 ? scene.name : "", what, unit, ...measured.map(({ figures }) => short(figures[i]!.error))]);
    });
    rows.push(["", "a step", "µs", ...costs.map((cost) => cost.toFixed(cost < 10 ? 1 : 0))]);
  }
  bench.note(table(["scene", "error", "unit", ...engines.map((engine) => engine.name)], rows));
}

/** Returns the mean without the slowest twentieth, in which other programs had the processor. */
function trimmedMean(times: readonly number[]): number {
  const kept = times.toSorted((a, b) => a - b).slice(0, Math.ceil(0.95 * times.length));
  return kept.reduce((sum, time) => sum + time, 0) / kept.length;
}

/** Formats a Markdown table with aligned columns. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`;
  return [line(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rows.map(line)].join("\n");
}

/** Formats a number with two significant digits. */
function short(error: number): string {
  if (error === 0) return "0";
  return error >= 0.01 && error < 100 ? String(Number(error.toPrecision(2))) : error.toExponential(1);
}
