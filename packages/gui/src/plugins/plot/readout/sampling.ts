import { SampleReader, type SeriesView } from "@orrery/plots";

/** The rate is that of this many samples at the end. */
const LAST = 100;

/** Returns the samples per simulated second at the end of a curve; NaN if it is not known. */
export function samplingRate(view: SeriesView): number {
  const end = view.chunks.at(-1)?.lastTime;
  if (end === undefined) return NaN;
  const reader = new SampleReader(view);
  reader.seek(end);
  const last = reader.time;
  let [first, count] = [last, 0];
  while (count < LAST && reader.previous()) {
    first = reader.time;
    count++;
  }
  return last > first ? count / (last - first) : NaN;
}

/** Describes how often, and how many times, something was sampled: "1000 per second, 12,340 samples". */
export function samplingText(view: SeriesView | undefined): string {
  const count = (view?.chunks ?? []).reduce((sum, chunk) => sum + chunk.count, 0);
  if (view === undefined || count === 0) return "";
  const rate = samplingRate(view);
  const samples = `${count.toLocaleString("en")} ${count === 1 ? "sample" : "samples"}`;
  return Number.isNaN(rate) ? samples : `${Number(rate.toPrecision(4)).toLocaleString("en")} per second, ${samples}`;
}
