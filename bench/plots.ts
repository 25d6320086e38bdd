import type { Bench } from "./harness.ts";
import { measurePainting } from "./plots/painting.ts";
import { measureReplayer } from "./plots/replayer.ts";
import { measureSampling } from "./plots/sampling.ts";
import { measureSeries } from "./plots/series.ts";

export const name = "plots";

/** What curves cost: keeping their samples, and what is drawn of them. */
export async function run(bench: Bench): Promise<void> {
  const parts = {
    sampling: measureSampling,
    series: measureSeries,
    painting: measurePainting,
    replayer: measureReplayer,
  };
  // PLOTS_PARTS=series measures only this.
  const wanted = process.env["PLOTS_PARTS"]?.split(",");
  for (const [part, measure] of Object.entries(parts)) if (wanted?.includes(part) ?? true) await measure(bench);
}
