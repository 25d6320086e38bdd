import { difference, joinSeries, Track, type ChunkPool, type Difference, type Keep, type Series } from "@orrery/plots";
import { curveName, unitOf } from "../curve-text.ts";
import type { CurveSource, Described, SourceState } from "../sources/source.ts";
import type { DifferenceOf, Side } from "./difference-key.ts";

type Sources = Pick<CurveSource, "state" | "track">;

/** Returns the stretches of a line of history, by its last one. */
export type LineOf = (end: string) => readonly string[];

/** How two curves differ, in numbers. */
export type DifferenceFacts = Omit<Difference, "samples"> & { readonly count: number };

/** The name of the only stretch of a difference, which belongs to no line of history. */
const ONLY = "difference";

/** A difference that somebody plots. */
export class ComparedCurve {
  users = 0;
  readonly of: DifferenceOf;
  readonly track: Track;
  /** `undefined` until both curves are known. */
  facts: DifferenceFacts | undefined;
  #state: SourceState;
  /** The series of both curves, as they were when they were last compared. */
  #read: readonly ReadSeries[] = [];

  constructor(key: string, of: DifferenceOf, { keep, pool }: { readonly keep: Keep; readonly pool: ChunkPool }) {
    this.of = of;
    this.track = new Track({ keep, pool });
    this.#state = { key, described: undefined, progress: 0, error: "" };
  }

  /** The same object until something changes. */
  get state(): SourceState {
    return this.#state;
  }

  /** Compares the curves again if they have changed. Returns whether anything has. */
  compare(sources: Sources, lineOf: LineOf): boolean {
    const { first, second } = this.of;
    const [a, b] = [sources.state(first.key), sources.state(second.key)];
    const error = [a, b].find((state) => (state?.error ?? "") !== "")?.error ?? "";
    const progress = Math.min(a?.progress ?? 0, b?.progress ?? 0);
    const described = describe(this.of, a?.described, b?.described) ?? this.#state.described;
    const hasComputed = described !== undefined && this.#compute(sources, lineOf);
    const before = this.#state;
    const isSame = before.error === error && before.progress === progress && before.described?.name === described?.name;
    if (isSame && !hasComputed) return false;
    const note = this.facts === undefined ? "" : noteOf(this.facts);
    this.#state = { ...before, error, progress, described: described && { ...described, note } };
    return true;
  }

  /** Gives the memory back. */
  clear(): void {
    this.track.series(ONLY)?.clear();
  }

  #compute(sources: Sources, lineOf: LineOf): boolean {
    const { first, second } = this.of;
    const [a, b] = [seriesOf(sources, first, lineOf), seriesOf(sources, second, lineOf)];
    const now = [a, b].flatMap((side, i) => side.map((series) => ({ side: i, series, revision: series.revision })));
    if (this.facts !== undefined && isSameData(now, this.#read)) return false;
    this.#read = now;
    const { samples, ...facts } = difference(joinSeries(a), joinSeries(b));
    const { times, values } = samples;
    this.clear();
    if (times.length > 0) this.track.append(ONLY, times, values);
    const [start, end] = [times[0] ?? 0, times.at(-1) ?? 0];
    this.track.follow({ stretches: [{ id: ONLY, parent: "", start, end }], present: ONLY });
    this.facts = { ...facts, count: times.length };
    return true;
  }
}

interface ReadSeries {
  readonly side: number;
  readonly series: Series;
  readonly revision: number;
}

function isSameData(a: readonly ReadSeries[], b: readonly ReadSeries[]): boolean {
  const isSame = (one: ReadSeries, other: ReadSeries | undefined): boolean =>
    one.side === other?.side && one.series === other.series && one.revision === other.revision;
  return a.length === b.length && a.every((one, i) => isSame(one, b[i]));
}

function seriesOf(sources: Sources, { key, column, line }: Side, lineOf: LineOf): readonly Series[] {
  const track = sources.track(key, column);
  return (line === "" ? track?.line() : track?.line(lineOf(line))) ?? [];
}

/** Describes a difference by its sides, as soon as both are known. */
function describe(
  { first, second }: DifferenceOf,
  a: Described | undefined,
  b: Described | undefined,
): Described | undefined {
  if (a === undefined || b === undefined) return undefined;
  const [one, other] = [curveName(first, a), curveName(second, b)];
  const isLike = one === other || (a.run === undefined && other === curveName(first, { ...a, run: b.run }));
  const name = isLike ? `Δ ${other}` : `${one} − ${other}`;
  return { name, columns: [""], units: [unitOf(a, first.column)], info: undefined, note: "" };
}

function noteOf({ count, greatest, greatestTime, rms, partsAt }: DifferenceFacts): string {
  const shown = (value: number): string => String(Number(value.toPrecision(6)));
  if (count === 0) return "Both have no time in common yet";
  if (partsAt === undefined) return "Both are the same";
  return `They part at ${shown(partsAt)} s; the greatest difference is ${shown(greatest)} at ${shown(greatestTime)} s, its rms ${shown(rms)}`;
}
