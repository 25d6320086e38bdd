import type { Keep, Track } from "@orrery/plots";
import { Emitter } from "@orrery/sim/host";
import { logError } from "../../../base/log-error.ts";
import { EVERY_STEP, isSameSampling, type Sampling } from "./sampling-rate.ts";
import { kindOf, type CurveSource, type SourceState } from "./source.ts";

/** How much of each curve is kept: a million samples take 16 MB. */
export const USUAL_KEEP: Keep = { samples: 1_000_000 };

/** All sources of the curves of one world. Each key belongs to the source of its kind. */
export class CurveSources implements CurveSource, Disposable {
  readonly changes = new Emitter<void>(logError);
  readonly #byKind = new Map<string, CurveSource>();
  readonly #parts = new DisposableStack();
  #keep: Keep = USUAL_KEEP;
  #sampling: Sampling = EVERY_STEP;

  /** Adds the source of a kind of keys, which it disposes of with itself. */
  add<T extends CurveSource & Disposable>(kind: string, source: T): T {
    source.keep = this.#keep;
    this.#byKind.set(kind, this.#parts.use(source));
    this.#parts.use(source.changes.on(() => this.changes.emit()));
    return source;
  }

  get keep(): Keep {
    return this.#keep;
  }

  set keep(keep: Keep) {
    this.#keep = keep;
    for (const source of this.#byKind.values()) source.keep = keep;
  }

  get sampling(): Sampling {
    return this.#sampling;
  }

  set sampling(sampling: Sampling) {
    if (isSameSampling(sampling, this.#sampling)) return;
    this.#sampling = sampling;
    for (const source of this.#byKind.values()) if (source.sampling !== undefined) source.sampling = sampling;
    this.changes.emit();
  }

  want(key: string): Disposable {
    return this.#of(key)?.want(key) ?? { [Symbol.dispose]: () => undefined };
  }

  state(key: string): SourceState | undefined {
    return this.#of(key)?.state(key);
  }

  track(key: string, column: number): Track | undefined {
    return this.#of(key)?.track(key, column);
  }

  focus(range: { readonly from: number; readonly to: number }): void {
    for (const source of this.#byKind.values()) source.focus?.(range);
  }

  cancel(key: string): void {
    this.#of(key)?.cancel(key);
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
  }

  #of(key: string): CurveSource | undefined {
    return this.#byKind.get(kindOf(key));
  }
}
