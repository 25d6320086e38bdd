import { ChunkPool, stretchesOf, type Keep, type Track } from "@orrery/plots";
import type { orrery } from "@orrery/msgs";
import { Emitter } from "@orrery/sim/host";
import { logError } from "../../../base/log-error.ts";
import type { Value } from "../../../client/value.ts";
import { USUAL_KEEP } from "../sources/curve-sources.ts";
import { nameOf, type CurveSource, type SourceState } from "../sources/source.ts";
import { FormulaCurve } from "./formula-curve.ts";

export interface FormulaTracksOptions {
  /** The curves that formulas read. Curves of formulas may be among them. */
  readonly sources: CurveSource;
  /** The text of each formula, by name. */
  readonly formulas: Value<ReadonlyMap<string, string>>;
  readonly history: Value<orrery.History | undefined>;
}

/**
 * After samples of the past have come, everything is computed again. The wait before that is this many times what the
 * last computation took.
 */
const PATIENCE = 4;
const MIN_WAIT_MS = 30;

/** Computes the curves of formulas, on every line of history, as the samples of their inputs arrive. */
export class FormulaTracks implements CurveSource, Disposable {
  readonly changes = new Emitter<void>(logError);
  readonly #options: FormulaTracksOptions;
  readonly #curves = new Map<string, FormulaCurve>();
  readonly #pool = new ChunkPool();
  readonly #parts = new DisposableStack();
  #keep: Keep = USUAL_KEEP;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tookMs = 0;
  #isBusy = false;

  constructor(options: FormulaTracksOptions) {
    this.#options = options;
    const { sources, formulas, history } = options;
    this.#parts.use(sources.changes.on(() => this.#advance()));
    this.#parts.use(formulas.changes.on(() => this.#startAgain()));
    this.#parts.use(history.changes.on((state) => state && this.#follow(state)));
    this.#parts.defer(() => clearTimeout(this.#timer));
  }

  get keep(): Keep {
    return this.#keep;
  }

  set keep(keep: Keep) {
    this.#keep = keep;
    for (const curve of this.#curves.values()) curve.keep = keep;
    this.changes.emit();
  }

  want(key: string): Disposable {
    const name = nameOf(key);
    const curve = this.#curves.get(name) ?? this.#add(name, 0);
    curve.users++;
    let isWanted = true;
    return {
      [Symbol.dispose]: () => {
        if (!isWanted) return;
        isWanted = false;
        const now = this.#curves.get(name);
        if (now === undefined || --now.users > 0) return;
        this.#curves.delete(name);
        now[Symbol.dispose]();
      },
    };
  }

  state(key: string): SourceState | undefined {
    return this.#curves.get(nameOf(key))?.state;
  }

  track(key: string, column: number): Track | undefined {
    return this.#curves.get(nameOf(key))?.tracks[column];
  }

  cancel(key: string): void {
    for (const input of this.#curves.get(nameOf(key))?.inputs ?? []) this.#options.sources.cancel(input);
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
    for (const curve of this.#curves.values()) curve[Symbol.dispose]();
    this.#curves.clear();
  }

  #add(name: string, users: number): FormulaCurve {
    const { sources, formulas, history } = this.#options;
    const text = formulas.current.get(name) ?? "";
    const parts = { sources, formulas: formulas.current, keep: this.#keep, pool: this.#pool };
    const curve = new FormulaCurve(name, text, parts);
    curve.users = users;
    this.#curves.set(name, curve);
    if (history.current !== undefined) curve.follow(stretchesOf(history.current));
    this.#later();
    return curve;
  }

  /** Makes all curves again: a formula has changed, and others may use it. */
  #startAgain(): void {
    for (const [name, before] of [...this.#curves]) {
      // The new curve requests its inputs first, so that none is released in between.
      this.#add(name, before.users);
      before[Symbol.dispose]();
    }
    this.changes.emit();
  }

  #follow(history: orrery.History): void {
    const stretches = stretchesOf(history);
    for (const curve of this.#curves.values()) curve.follow(stretches);
    this.#advance();
  }

  /** Computes what is new. Ignores changes that it causes itself: the sources that formulas read include formulas. */
  #advance(): void {
    if (this.#isBusy || this.#curves.size === 0) return;
    this.#isBusy = true;
    let isStale = false;
    try {
      for (const curve of this.#curves.values()) isStale = curve.advance() || isStale;
      if (isStale) this.#later();
      this.changes.emit();
    } finally {
      this.#isBusy = false;
    }
  }

  #later(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#computeAll();
      },
      Math.max(MIN_WAIT_MS, PATIENCE * this.#tookMs),
    );
  }

  #computeAll(): void {
    const before = performance.now();
    this.#isBusy = true;
    try {
      for (const curve of this.#curves.values()) if (curve.advance()) curve.computeAll();
      this.#tookMs = performance.now() - before;
      this.changes.emit();
    } finally {
      this.#isBusy = false;
    }
  }
}
