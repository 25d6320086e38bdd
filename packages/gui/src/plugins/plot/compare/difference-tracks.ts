import { ChunkPool, lineTo, stretchesOf, type Keep, type Track } from "@orrery/plots";
import type { orrery } from "@orrery/msgs";
import { Emitter } from "@orrery/sim/host";
import { logError } from "../../../base/log-error.ts";
import type { Value } from "../../../client/value.ts";
import { USUAL_KEEP } from "../sources/curve-sources.ts";
import type { CurveSource, SourceState } from "../sources/source.ts";
import { ComparedCurve, type DifferenceFacts, type LineOf } from "./compared-curve.ts";
import { readDifferenceKey } from "./difference-key.ts";

export interface DifferenceTracksOptions {
  readonly sources: CurveSource;
  readonly history: Value<orrery.History | undefined>;
}

/** Differences are computed again at most this often, in ms. */
const PACE_MS = 200;
/** Long ones wait this many times as long as they took. */
const PATIENCE = 10;

/** Curves of the differences between two numbers: between lines of history, between runs, or between any two. */
export class DifferenceTracks implements CurveSource, Disposable {
  readonly changes = new Emitter<void>(logError);
  readonly #options: DifferenceTracksOptions;
  readonly #compared = new Map<string, ComparedCurve>();
  readonly #wanted = new Map<ComparedCurve, DisposableStack>();
  readonly #pool = new ChunkPool();
  readonly #parts = new DisposableStack();
  #keep: Keep = USUAL_KEEP;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tookMs = 0;
  #revision = 0;
  #isBusy = false;

  constructor(options: DifferenceTracksOptions) {
    this.#options = options;
    this.#parts.use(options.sources.changes.on(() => this.#later()));
    this.#parts.use(options.history.changes.on(() => this.#later()));
    this.#parts.defer(() => clearTimeout(this.#timer));
  }

  /** Counts the changes of differences. */
  get revision(): number {
    return this.#revision;
  }

  get keep(): Keep {
    return this.#keep;
  }

  set keep(keep: Keep) {
    this.#keep = keep;
    for (const { track } of this.#compared.values()) track.keep = keep;
  }

  want(key: string): Disposable {
    const compared = this.#compared.get(key) ?? this.#add(key);
    if (compared !== undefined) compared.users++;
    let isWanted = compared !== undefined;
    return {
      [Symbol.dispose]: () => {
        if (!isWanted || compared === undefined) return;
        isWanted = false;
        if (--compared.users > 0) return;
        this.#compared.delete(key);
        this.#release(compared);
      },
    };
  }

  state(key: string): SourceState | undefined {
    return this.#compared.get(key)?.state;
  }

  track(key: string, column: number): Track | undefined {
    return column === 0 ? this.#compared.get(key)?.track : undefined;
  }

  /** Returns how two curves differ; `undefined` until that is known. */
  facts(key: string): DifferenceFacts | undefined {
    return this.#compared.get(key)?.facts;
  }

  cancel(key: string): void {
    const of = readDifferenceKey(key);
    for (const side of of === undefined ? [] : [of.first, of.second]) this.#options.sources.cancel(side.key);
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
    for (const compared of this.#compared.values()) this.#release(compared);
    this.#compared.clear();
  }

  #add(key: string): ComparedCurve | undefined {
    const of = readDifferenceKey(key);
    if (of === undefined) return undefined;
    const compared = new ComparedCurve(key, of, { keep: this.#keep, pool: this.#pool });
    const wanted = new DisposableStack();
    for (const side of [of.first, of.second]) wanted.use(this.#options.sources.want(side.key));
    this.#wanted.set(compared, wanted);
    this.#compared.set(key, compared);
    this.#later();
    return compared;
  }

  #release(compared: ComparedCurve): void {
    this.#wanted.get(compared)?.dispose();
    this.#wanted.delete(compared);
    compared.clear();
  }

  #later(): void {
    // All sources together report the changes of this one too. It must not react to its own.
    if (this.#isBusy || this.#compared.size === 0) return;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#compareAll();
      },
      Math.max(PACE_MS, PATIENCE * this.#tookMs),
    );
  }

  #compareAll(): void {
    const before = performance.now();
    this.#isBusy = true;
    try {
      const { sources, history } = this.#options;
      const { stretches } = stretchesOf(history.current ?? {});
      const byId = new Map(stretches.map((stretch) => [stretch.id, stretch]));
      const lineOf: LineOf = (end) => lineTo(end, byId);
      let hasChanged = false;
      for (const compared of this.#compared.values()) hasChanged = compared.compare(sources, lineOf) || hasChanged;
      if (!hasChanged) return;
      this.#revision++;
      this.changes.emit();
    } finally {
      this.#isBusy = false;
      this.#tookMs = performance.now() - before;
    }
  }
}
