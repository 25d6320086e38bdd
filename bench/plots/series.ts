import { envelope, Envelope } from "../../packages/plots/src/series/envelope.ts";
import { Series } from "../../packages/plots/src/series/series.ts";
import { ChunkPool } from "../../packages/plots/src/series/chunk.ts";
import type { Bench } from "../harness.ts";

/** Pixels of a wide plot. */
const COLUMNS = 1500;
const LONG = 1_000_000;
const CURVES = 10;
const EACH = 100_000;
/** Of a filter: 100 items of three numbers. */
const COLUMNS_OF_FILTER = 300;
const BATCH = 1000;

/** Series: what is drawn of long ones and of several, and what samples cost as they come in. */
export async function measureSeries(bench: Bench): Promise<void> {
  await measureEnvelope(bench, "plots/envelope-1,000,000", [wave(LONG, 1)], 16);
  const curves = Array.from({ length: CURVES }, (_, i) => wave(EACH, i));
  await measureEnvelope(bench, "plots/envelope-10×100,000", curves, 10);
  await measureAppend(bench);
}

/** A curve as columns, and as a series. */
interface Wave {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly series: Series;
}

function wave(count: number, phase: number): Wave {
  const times = Float64Array.from({ length: count }, (_, i) => i / 1000);
  const values = times.map((time, i) => Math.sin(time + phase) + ((i * 7919) % 1000) / 5000);
  const series = new Series();
  series.append(times, values);
  return { times, values, series };
}

/** All of each curve, and then the middle half of it: what panning and zooming ask for. Against a loop over all samples. */
async function measureEnvelope(bench: Bench, name: string, waves: readonly Wave[], budgetMs: number): Promise<void> {
  const ours = new Envelope(COLUMNS);
  const plain = { least: new Float64Array(COLUMNS), greatest: new Float64Array(COLUMNS) };
  const seconds = waves[0]!.times.length / 1000;
  for (const [view, from, to] of [
    ["all", 0, seconds],
    ["half", seconds / 4 + 0.0004, (3 * seconds) / 4],
  ] as const) {
    for (const { series, times, values } of waves) {
      envelope(series, from, to, COLUMNS, ours);
      plainEnvelope(times, values, from, to, plain);
      comparePlain(ours, plain);
    }
    const { ours: us } = await bench.compare({
      name: `${name}/${view}`,
      ours: () => {
        for (const { series } of waves) envelope(series, from, to, COLUMNS, ours);
      },
      reference: () => {
        for (const { times, values } of waves) plainEnvelope(times, values, from, to, plain);
      },
      budget: 1,
    });
    bench.figure({ name: `${name}/${view}-ms`, ours: us / 1000, budget: budgetMs, unit: "ms" });
  }
}

type Extremes = Record<"least" | "greatest", Float64Array>;

/** What every plot does that keeps no summaries: it looks at each sample. */
function plainEnvelope(times: Float64Array, values: Float64Array, from: number, to: number, out: Extremes): void {
  const { least, greatest } = out;
  least.fill(Infinity);
  greatest.fill(-Infinity);
  let column = 0;
  let edge = from + (to - from) / COLUMNS;
  for (let i = 0; i < times.length; i++) {
    const time = times[i]!;
    if (time < from) continue;
    if (time > to) break;
    while (time >= edge && column < COLUMNS - 1) edge = from + ((to - from) * (++column + 1)) / COLUMNS;
    const value = values[i]!;
    if (value < least[column]!) least[column] = value;
    if (value > greatest[column]!) greatest[column] = value;
  }
}

/** Refuses to go on unless both found the same. */
function comparePlain(ours: Envelope, plain: Extremes): void {
  for (let i = 0; i < COLUMNS; i++) {
    const isSame = ours.least[i] === plain.least[i] && ours.greatest[i] === plain.greatest[i];
    if (!isSame) throw new Error(`column ${i} differs: ${ours.least[i]} and ${plain.least[i]}`);
  }
}

/** A batch of a second at 1 kHz, to series that are full: the oldest samples make room. Against a ring of plain arrays. */
async function measureAppend(bench: Bench): Promise<void> {
  const pool = new ChunkPool();
  const kept = 20 * BATCH;
  const series = Array.from({ length: COLUMNS_OF_FILTER }, () => new Series({ keep: { samples: kept }, pool }));
  const rings = Array.from({ length: COLUMNS_OF_FILTER }, () => ({
    times: new Float64Array(kept),
    values: new Float64Array(kept),
  }));
  const times = new Float64Array(BATCH);
  const values = new Float64Array(BATCH * COLUMNS_OF_FILTER).map((_, i) => Math.sin(i));
  let batch = 0;
  const nextTimes = (): void => {
    for (let i = 0; i < BATCH; i++) times[i] = (batch * BATCH + i) / 1000;
    batch++;
  };
  const append = (): void => {
    nextTimes();
    for (let i = 0; i < COLUMNS_OF_FILTER; i++) series[i]!.append(times, values, { offset: i * BATCH });
  };
  const appendPlainly = (): void => {
    nextTimes();
    for (let i = 0; i < COLUMNS_OF_FILTER; i++) {
      const ring = rings[i]!;
      const at = (batch * BATCH) % kept;
      for (let k = 0; k < BATCH; k++) {
        ring.times[at + k] = times[k]!;
        ring.values[at + k] = values[i * BATCH + k]!;
      }
    }
  };
  for (let i = 0; i < 40; i++) append();
  const { made } = pool;
  await bench.compare({ name: "plots/append-300×1000", ours: append, reference: appendPlainly, budget: 5 });
  bench.figure({ name: "plots/append-chunks-made", ours: pool.made - made, budget: 0, unit: "chunks" });
}
