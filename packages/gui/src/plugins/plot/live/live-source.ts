import { ChunkPool, stretchesOf, type Keep, type Track } from "@orrery/plots";
import { Emitter } from "@orrery/sim/host";
import { logError } from "../../../base/log-error.ts";
import type { WorldView } from "../../../client/world-view.ts";
import { USUAL_KEEP } from "../sources/curve-sources.ts";
import { EVERY_STEP, secondsBetween, type Sampling } from "../sources/sampling-rate.ts";
import type { CurveSource, SourceState } from "../sources/source.ts";
import type { LiveCurve, LiveCurveParts } from "./live-curve.ts";
import { LiveRows } from "./live-rows.ts";

/** A source of curves that have samples only from now on. */
export abstract class LiveSource<Curve extends LiveCurve & Disposable> implements CurveSource, Disposable {
  readonly changes = new Emitter<void>(logError);
  protected readonly view: WorldView;
  protected readonly rows: LiveRows;
  protected readonly parts = new DisposableStack();
  /** By key. */
  protected readonly curves = new Map<string, Curve>();
  readonly #pool = new ChunkPool();
  #keep: Keep = USUAL_KEEP;
  #sampling: Sampling = EVERY_STEP;
  /** The simulated seconds from one sample to the next; 0 if each counts. */
  #period = 0;

  constructor(view: WorldView) {
    this.view = view;
    this.rows = this.parts.use(new LiveRows(view, () => this.changes.emit()));
    this.parts.use(
      view.history.state.changes.on((history) => {
        if (history === undefined) return;
        const stretches = stretchesOf(history);
        for (const curve of this.curves.values()) curve.follow(stretches);
        this.changes.emit();
      }),
    );
    this.parts.use(view.status.changes.on(() => this.#noteRate()));
    this.parts.use(
      view.mirror.restarts.on(() => {
        for (const curve of this.curves.values()) curve.clear();
        this.changes.emit();
      }),
    );
  }

  get keep(): Keep {
    return this.#keep;
  }

  set keep(keep: Keep) {
    this.#keep = keep;
    for (const curve of this.curves.values()) curve.keep = keep;
    this.changes.emit();
  }

  get sampling(): Sampling {
    return this.#sampling;
  }

  set sampling(sampling: Sampling) {
    this.#sampling = sampling;
    this.#noteRate();
  }

  want(key: string): Disposable {
    const curve = this.curves.get(key) ?? this.#add(key);
    curve.users++;
    const parts = new DisposableStack();
    parts.defer(() => {
      if (--curve.users > 0) return;
      this.curves.delete(key);
      this.removed(curve);
      curve[Symbol.dispose]();
    });
    return parts;
  }

  state(key: string): SourceState | undefined {
    return this.curves.get(key)?.state;
  }

  track(key: string, column: number): Track | undefined {
    return this.curves.get(key)?.tracks[column];
  }

  /** Does nothing: there is no past that is filled in. */
  cancel(): void {}

  [Symbol.dispose](): void {
    for (const curve of this.curves.values()) curve[Symbol.dispose]();
    this.parts.dispose();
  }

  protected abstract make(parts: LiveCurveParts): Curve;

  /** Called after a curve was added. */
  protected abstract added(curve: Curve): void;

  /** Called after a curve that nobody needs any more was removed. */
  protected abstract removed(curve: Curve): void;

  #noteRate(): void {
    const period = secondsBetween(this.#sampling, this.view.status.current?.stepNs ?? 0);
    if (period === this.#period) return;
    this.#period = period;
    for (const curve of this.curves.values()) curve.period = period;
  }

  #add(key: string): Curve {
    const curve = this.make({ key, keep: this.#keep, pool: this.#pool });
    curve.period = this.#period;
    const history = this.view.history.state.current;
    if (history !== undefined) curve.follow(stretchesOf(history));
    this.curves.set(key, curve);
    this.added(curve);
    return curve;
  }
}
