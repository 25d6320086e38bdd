import type { orrery } from "@orrery/msgs";
import type { Node } from "@orrery/sim";
import { textOf } from "@orrery/sim/host";
import { LiveSamples } from "../data/live-samples.ts";
import type { LiveRows } from "../live/live-rows.ts";
import type { ProgramCurve } from "./program-curve.ts";
import type { Program } from "./program-list.ts";
import { ProgramClock } from "./program-times.ts";

/** A batch of samples, until it is known at which simulated time it arrived. */
interface Batch {
  readonly times: Float64Array;
  readonly since: number | undefined;
  /** By item, then by column. */
  readonly columns: Map<string, Float64Array[]>;
}

/** A program that is plotted: one filter of its manager, and the curves of its items. */
export class HeardProgram implements Disposable {
  readonly program: Program;
  readonly #rows: LiveRows;
  readonly #samples: LiveSamples;
  readonly #clock = new ProgramClock();
  readonly #parts = new DisposableStack();
  /** By item. */
  #curves = new Map<string, ProgramCurve>();
  #batch: Batch | undefined;
  #waiting: Batch[] = [];

  constructor(program: Program, { node, rows, onChange }: HeardProgramParts) {
    this.program = program;
    this.#rows = rows;
    this.#parts.use(rows.clock.ticks.on((time) => this.#place(time)));
    this.#samples = this.#parts.use(
      new LiveSamples({
        node,
        manager: program.prefix,
        isOfHost: false,
        onDescribed: (items) => {
          for (const item of items) this.#describe(item);
          onChange();
        },
        onSamples: (item, column, { times, values, offset, since }) => {
          this.#batch ??= { times: Float64Array.from(times), since, columns: new Map() };
          const own = Float64Array.from({ length: times.length }, (_, i) => values[offset + i]!);
          const columns = this.#batch.columns.get(item) ?? [];
          columns[column] = own;
          this.#batch.columns.set(item, columns);
        },
        onBatch: () => {
          if (this.#batch !== undefined) this.#waiting.push(this.#batch);
          this.#batch = undefined;
        },
        onLost: () => this.#miss(),
        onError: (error) => {
          for (const curve of this.#curves.values()) curve.note({ error: textOf(error) });
          onChange();
        },
      }),
    );
  }

  /** Watches the items of these curves, and no others. */
  watch(curves: readonly ProgramCurve[]): void {
    const before = this.#curves;
    this.#curves = new Map(curves.map((curve) => [curve.item, curve]));
    const isSame = before.size === curves.length && curves.every((curve) => before.get(curve.item) === curve);
    if (!isSame) void this.#samples.watch([...this.#curves.keys()]);
  }

  /** Stops, because the program has gone or nobody needs it. */
  [Symbol.dispose](): void {
    this.#parts.dispose();
    this.#miss();
  }

  #describe(item: orrery.IntrospectionItem): void {
    this.#curves.get(item.name ?? "")?.describe(item);
  }

  #place(now: number): void {
    for (const { times, since, columns } of this.#waiting) {
      const simulated = this.#clock.convert({ times, since }, now);
      for (const [item, own] of columns) this.#add(item, own, simulated);
    }
    this.#waiting = [];
  }

  #add(item: string, columns: readonly Float64Array[], times: Float64Array): void {
    const curve = this.#curves.get(item);
    if (curve === undefined) return;
    times.forEach((time, i) => {
      // While the world is paused, only the latest value is drawn: all of them have the same simulated time.
      if (time === times[i + 1]) return;
      this.#rows.add(
        curve,
        Float64Array.from(columns, (column) => column[i]!),
        time,
      );
    });
  }

  #miss(): void {
    for (const curve of this.#curves.values()) curve.miss();
  }
}

export interface HeardProgramParts {
  readonly node: Node;
  readonly rows: LiveRows;
  /** Called when what is known of a curve has changed. */
  readonly onChange: () => void;
}
