import { columnNames, curveOfItem, type CurveInfo } from "@orrery/plots";
import type { orrery } from "@orrery/msgs";
import type { ItemBatch } from "../items/item-stream.ts";
import type { CurveSink } from "./curve-source.ts";

/** Returns what formulas need to know of an item; undefined for one without values. */
export function infoOf({ type = "", units = [] }: orrery.IntrospectionItem): CurveInfo | undefined {
  return curveOfItem(type, units);
}

/** Passes on batches of one manager. An item that changes its type has no samples from then on. */
export class ItemSamples {
  readonly #sink: CurveSink;
  readonly #infos: ReadonlyMap<string, CurveInfo>;
  #timeline: number | undefined;

  constructor(infos: ReadonlyMap<string, CurveInfo>, sink: CurveSink) {
    this.#infos = infos;
    this.#sink = sink;
  }

  add({ layout, times, values, timeline }: ItemBatch): void {
    const hasJumped = this.#timeline !== undefined && timeline !== this.#timeline;
    this.#timeline = timeline;
    const seconds = Float64Array.from(times);
    const count = seconds.length;
    if (count === 0) return;
    // All of them before any sample: a formula may use several.
    if (hasJumped) for (const name of this.#infos.keys()) this.#sink.goBack(name, seconds[0]!);
    let offset = 0;
    for (const { name, columns } of layout) {
      const start = offset;
      offset += columns.length * count;
      const info = this.#infos.get(name);
      if (info === undefined || columnNames(info.shape).length !== columns.length) continue;
      const column = (i: number): Float64Array =>
        Float64Array.from({ length: count }, (_, at) => values[start + i * count + at]!);
      this.#sink.add(name, { times: seconds, columns: columns.map((_, i) => column(i)) });
    }
  }
}
