import {
  columnNames,
  lineTo,
  Track,
  type ChunkPool,
  type Formula,
  type Keep,
  type StretchRange,
  type Stretches,
} from "@orrery/plots";
import { keyOf, kindOf, type CurveSource, type Described, type SourceState } from "../sources/source.ts";
import { FormulaInputs } from "./formula-inputs.ts";
import { FormulaLine, type InputTracks } from "./formula-line.ts";
import { RunOnLine } from "./run-on-line.ts";

type Sources = Pick<CurveSource, "want" | "state" | "track">;

/** A formula that is plotted: its inputs, and its results on every line of history. */
export class FormulaCurve implements Disposable {
  readonly key: string;
  users = 0;
  /** By column. */
  tracks: Track[] = [];
  readonly #name: string;
  readonly #sources: Sources;
  readonly #wanted: FormulaInputs;
  #state: SourceState;
  #formula: Formula | undefined;
  #keys: readonly string[] = [];
  #given: readonly InputTracks[] = [];
  #line: FormulaLine | undefined;
  #branches = new Map<string, FormulaLine>();
  #stretches: ReadonlyMap<string, StretchRange> = new Map();
  /** The stretches that lead to now. */
  #present: readonly string[] = [];
  #history: Stretches = { stretches: [], present: "" };
  readonly #runs = new Map<Track, RunOnLine>();
  #keep: Keep;
  readonly #pool: ChunkPool;

  constructor(name: string, text: string, { sources, formulas, keep, pool }: FormulaCurveParts) {
    this.key = keyOf("formula", name);
    this.#name = name;
    this.#sources = sources;
    this.#wanted = new FormulaInputs({ name, text }, sources, formulas);
    this.#state = { key: this.key, described: undefined, progress: 0, error: "" };
    this.#keep = keep;
    this.#pool = pool;
  }

  /** The same object until something changes. */
  get state(): SourceState {
    return this.#state;
  }

  set keep(keep: Keep) {
    this.#keep = keep;
    for (const track of this.tracks) track.keep = keep;
  }

  /** The keys of the things that the formula reads. */
  get inputs(): readonly string[] {
    return this.#keys;
  }

  follow(history: Stretches): void {
    this.#history = history;
    this.#stretches = new Map(history.stretches.map((stretch) => [stretch.id, stretch]));
    this.#present = lineTo(history.present, this.#stretches);
    for (const track of this.tracks) track.follow(history);
    for (const run of this.#runs.values()) run.follow(history);
  }

  /** Computes the samples that are new. Returns whether everything has to be computed again, which takes longer. */
  advance(): boolean {
    this.#compile();
    this.#noteInputs();
    if (this.#formula === undefined || this.#isStale()) return this.#formula !== undefined;
    this.#line?.computeMore(this.tracks);
    return false;
  }

  /** Computes all lines of history again. */
  computeAll(): void {
    const formula = this.#formula;
    if (formula === undefined) return;
    this.#given = this.#keys.map((key, i) => this.#tracksOf(key, formula.inputs[i]!.info.shape));
    const present = this.#present;
    this.#line = new FormulaLine(formula, this.#given, present);
    this.#line.computeAll(this.tracks, new Set());
    const written = new Set(present);
    this.#branches = new Map();
    for (const leaf of this.#leaves(written)) {
      const stretches = lineTo(leaf, this.#stretches);
      const line = new FormulaLine(formula, this.#given, stretches);
      line.computeAll(this.tracks, written);
      for (const stretch of stretches) written.add(stretch);
      this.#branches.set(leaf, line);
    }
  }

  [Symbol.dispose](): void {
    this.#wanted[Symbol.dispose]();
  }

  #compile(): void {
    if (this.#formula !== undefined) return;
    const compiled = this.#wanted.compile();
    if (compiled.kind === "wrong") this.#note({ error: compiled.error, progress: 1 });
    if (compiled.kind !== "ready") return;
    const { formula, keys } = compiled;
    this.#formula = formula;
    this.#keys = keys;
    this.tracks = formula.units.map(() => new Track({ keep: this.#keep, pool: this.#pool }));
    for (const track of this.tracks) track.follow(this.#history);
    this.#note({ described: describe(this.#name, formula), error: "" });
  }

  /** Takes over the progress and the error of the inputs: what is missing of an input is missing of the result. */
  #noteInputs(): void {
    if (this.#formula === undefined) return;
    const states = this.#keys.map((key) => this.#sources.state(key));
    const progress = Math.min(1, ...states.map((state) => state?.progress ?? 0));
    const error = states.find((state) => (state?.error ?? "") !== "")?.error ?? "";
    this.#note({ progress, error });
  }

  #note(news: Partial<SourceState>): void {
    const next = { ...this.#state, ...news };
    const { described, progress, error } = this.#state;
    const isSame = next.described === described && next.progress === progress && next.error === error;
    if (!isSame) this.#state = next;
  }

  #isStale(): boolean {
    const formula = this.#formula!;
    const isGiven = this.#given.every((tracks, i) => {
      const now = this.#tracksOf(this.#keys[i]!, formula.inputs[i]!.info.shape);
      return now.every((track, column) => track === tracks[column]);
    });
    if (this.#line === undefined || !isGiven || !this.#line.isValid(this.#present)) return true;
    const leaves = this.#leaves(new Set(this.#present));
    return (
      leaves.length !== this.#branches.size ||
      leaves.some((leaf) => this.#branches.get(leaf)?.isValid(lineTo(leaf, this.#stretches)) !== true)
    );
  }

  #tracksOf(key: string, shape: Formula["shape"]): InputTracks {
    return columnNames(shape).map((_, column) => {
      const track = this.#sources.track(key, column);
      return track !== undefined && kindOf(key) === "run" ? this.#onLine(track) : track;
    });
  }

  /** Returns the same object for a run each time. */
  #onLine(run: Track): RunOnLine {
    const known = this.#runs.get(run);
    if (known !== undefined) return known;
    const made = new RunOnLine(run, this.#history);
    this.#runs.set(run, made);
    return made;
  }

  #leaves(except: ReadonlySet<string>): string[] {
    const all = [...this.#stretches.values()];
    const parents = new Set(all.map(({ parent }) => parent));
    return all.flatMap(({ id }) => (parents.has(id) || except.has(id) ? [] : [id]));
  }
}

export interface FormulaCurveParts {
  readonly sources: Sources;
  readonly formulas: ReadonlyMap<string, string>;
  readonly keep: Keep;
  readonly pool: ChunkPool;
}

function describe(name: string, { shape, units, text }: Formula): Described {
  return { name, columns: columnNames(shape), units, info: { shape, units }, note: text };
}
