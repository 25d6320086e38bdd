import { countBetween, SampleReader, valueAt, type DrawnPoints, type SeriesView } from "@orrery/plots";

/** If a path has more points than this, some are left out: they would be closer than pixels. */
const MAX_POINTS = 20_000;

/** Collects the points of a path, in memory that is reused. */
export class PathPoints {
  #xs = new Float64Array(256);
  #ys = new Float64Array(256);
  #times = new Float64Array(256);

  /** Pairs the samples of two curves between two times. Where one of the curves has no value, the path has a gap. */
  read(x: SeriesView, y: SeriesView, from: number, to: number): DrawnPoints {
    const stride = Math.max(1, Math.ceil(countBetween(y, from, to) / MAX_POINTS));
    const alongX = new SampleReader(x);
    const alongY = new SampleReader(y);
    let count = 0;
    let index = 0;
    let last = NaN;
    alongY.seekBefore(from);
    for (let isMore = alongY.next(); isMore && alongY.time <= to; isMore = alongY.next(), index++) {
      const { time } = alongY;
      if (index % stride !== 0) continue;
      // NaN differs from itself: there is no point before this one.
      if (last === last && !alongY.isKnown(last, time)) count = this.#add(count, last, NaN, NaN);
      count = this.#add(count, time, valueNear(alongX, x, time), alongY.value);
      last = time;
    }
    return { type: "points", xs: this.#xs, ys: this.#ys, times: this.#times, count };
  }

  #add(count: number, time: number, x: number, y: number): number {
    if (count === this.#xs.length) this.#grow();
    this.#times[count] = time;
    this.#xs[count] = x;
    // The line is interrupted if either coordinate is missing.
    this.#ys[count] = x === x ? y : NaN;
    return count + 1;
  }

  #grow(): void {
    this.#xs = doubled(this.#xs);
    this.#ys = doubled(this.#ys);
    this.#times = doubled(this.#times);
  }
}

function doubled(before: Float64Array): Float64Array<ArrayBuffer> {
  const after = new Float64Array(2 * before.length);
  after.set(before);
  return after;
}

/** Returns the value at a time. Columns of one thing are sampled at the same times, which the reader finds at once. */
function valueNear(reader: SampleReader, view: SeriesView, time: number): number {
  if (!(reader.time < time)) reader.seekBefore(time);
  while (reader.next() && reader.time < time);
  return reader.time === time ? reader.value : valueAt(view, time).value;
}
