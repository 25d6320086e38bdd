import { indexAfter } from "./samples.ts";
import { readSamples } from "./series-view.ts";
import type { Series } from "./series.ts";
import type { StretchRange } from "./stretches.ts";

type Tree = ReadonlyMap<string, StretchRange>;

/** A history before and after a change, and the series of its stretches. */
export interface Handover {
  readonly series: Map<string, Series>;
  readonly make: () => Series;
  readonly before: Tree;
  readonly lineBefore: readonly string[];
  /** Parents first. */
  readonly now: Tree;
  /** The ids of the stretches that lead to now. */
  readonly line: readonly string[];
}

/**
 * Gives samples to the stretches that they belong to now. Of a stretch that is split, the later part keeps the id; of
 * stretches that are merged, the last one does.
 */
export function handOver(handover: Handover): void {
  inherit(handover);
  // Children first: they hand on what their parents may have to hand on.
  for (const stretch of [...handover.now.values()].reverse()) handEarlierOn(stretch, handover);
}

/** Gives the samples of stretches that are gone to those that continue from there. */
function inherit(handover: Handover): void {
  const { series, make, before, now } = handover;
  const heirs = heirsOf(before, now);
  // Later ones first: what they hold comes right before what their heirs hold.
  for (const { id, end } of [...before.values()].reverse()) {
    const gone = series.get(id);
    if (gone === undefined || now.has(id)) continue;
    series.delete(id);
    const heir = heirs.get(id) ?? successor(id, handover);
    if (heir === undefined) continue;
    const taking = series.get(heir) ?? make();
    series.set(heir, taking);
    const start = before.get(heir)?.start ?? now.get(heir)!.start;
    // After a reset the clock is back: such samples cannot be in one series.
    const isReset = end > start || gone.lastTime > start || gone.lastTime > taking.firstTime;
    if (!isReset) taking.takeIn(gone);
  }
}

/** Returns, for each stretch, the one of now that all that is left of it and its descendants begins with. */
function heirsOf(before: Tree, now: Tree): Map<string, string | undefined> {
  const heirs = new Map<string, string | undefined>();
  for (const { id, parent } of [...before.values()].reverse()) {
    const heir = now.has(id) ? id : heirs.get(id);
    if (heir === undefined) continue;
    heirs.set(id, heir);
    // Where two are left there is no telling which one it is.
    heirs.set(parent, heirs.has(parent) ? undefined : heir);
  }
  return heirs;
}

/** Returns the first stretch of a history that has begun after the one that the world was in was forgotten. */
function successor(id: string, { before, lineBefore, line }: Handover): string | undefined {
  const [first] = line;
  return first !== undefined && !before.has(first) && lineBefore.includes(id) ? first : undefined;
}

/** Moves the samples from before the start of a stretch to its parent, as far as that does not have them already. */
function handEarlierOn({ id, parent, start }: StretchRange, { series, make, now }: Handover): void {
  const own = series.get(id);
  const before = now.get(parent);
  // The first stretch keeps what the history has forgotten. Where the clock was reset, the parent ends later.
  if (own === undefined || before === undefined || before.end > start) return;
  if (!(own.firstTime <= start) && !((own.coverage.spans[0]?.from ?? start) < start)) return;
  const earlier = own.split(start);
  const taking = series.get(parent) ?? make();
  series.set(parent, taking);
  if (taking.count === 0) return taking.takeIn(earlier);
  for (const { from, to, grain } of earlier.coverage.spans) {
    for (const part of taking.coverage.missing(from, to, grain)) {
      const { times, values } = readSamples(earlier, part.from, part.to);
      const first = indexAfter(times, part.from);
      taking.fill(part.from, part.to, { times: times.subarray(first), values: values.subarray(first) }, grain);
    }
  }
}
