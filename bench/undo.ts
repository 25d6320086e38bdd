import type { Bench } from "./harness.ts";
import { run as measureKeyframes } from "./snapshot.ts";
import { measureFlatCost } from "./undo/flat-cost.ts";
import { measureHistoryCost } from "./undo/history-cost.ts";
import { measureJumps } from "./undo/jumps.ts";
import { measureThousandCommands } from "./undo/thousand-commands.ts";

export const name = "undo";

/**
 * Measures the cost of going back in time: keyframes, the delay from Ctrl+Z to everybody's screen, keeping the history,
 * and many commands.
 */
export async function run(bench: Bench): Promise<void> {
  const parts = {
    keyframes: measureKeyframes,
    cost: measureHistoryCost,
    jumps: measureJumps,
    many: measureThousandCommands,
    flat: measureFlatCost,
  };
  // UNDO_PARTS=jumps,many measures only these.
  const wanted = process.env["UNDO_PARTS"]?.split(",");
  for (const [part, measure] of Object.entries(parts)) if (wanted?.includes(part) ?? true) await measure(bench);
}
