/** A line of the report. `null` where there is nothing to say. */
export interface Figure {
  readonly name: string;
  readonly ours: number;
  readonly reference: number | null;
  /** The time of Orrery ÷ that of the reference. */
  readonly ratio: number | null;
  /** The largest allowed `ratio` (or `ours`, if there is no ratio). */
  readonly budget: number | null;
  readonly ok: boolean;
  readonly unit: string;
}

type Work = () => void | Promise<void>;

export interface Comparison {
  readonly name: string;
  readonly ours: Work;
  readonly reference: Work;
  /** The largest allowed ratio; without it, the ratio is only reported. */
  readonly budget?: number;
  /** Calls per sample. Determined automatically if left out, such that a sample takes about 5 ms. */
  readonly batch?: number;
  /** Runs before every sample, unmeasured. */
  readonly setup?: Work;
  /** Unmeasured calls between `setup` and a sample, where the first calls after it are not like the rest. */
  readonly lead?: number;
  /** Number of pairs, at least 21. */
  readonly pairs?: number;
}

/** What a file of bench/ measures with. */
export class Bench {
  readonly #report: (figure: Figure, spread?: Spread) => void;
  /** Prints text for people, beside the figures. */
  readonly note: (text: string) => void;

  constructor(report: (figure: Figure, spread?: Spread) => void, note: (text: string) => void = () => {}) {
    this.#report = report;
    this.note = note;
  }

  /**
   * Compares the CPU time of this thread, in µs per call, of two ways to do one thing. They run alternately, so that a
   * busy machine or a changing clock affects both; the ratio is the median over pairs, not the quotient of two medians.
   */
  async compare({ name, ours, reference, budget, batch, setup, lead = 0, pairs = 21 }: Comparison): Promise<Figure> {
    const calls = batch ?? (await batchFor(ours, reference, setup));
    const sample = async (work: Work): Promise<number> => {
      await setup?.();
      await repeat(work, lead);
      return (await cpuOf(work, calls)) / calls;
    };
    await warmUp(() => sample(ours));
    await warmUp(() => sample(reference));
    const samples: Pair[] = [];
    for (let pair = 0; pair < Math.max(pairs, 21); pair++) {
      // The second one finds the caches of the first, so the order alternates too.
      const oursFirst = pair % 2 === 0;
      const first = await sample(oursFirst ? ours : reference);
      const second = await sample(oursFirst ? reference : ours);
      const [own, other] = oursFirst ? [first, second] : [second, first];
      samples.push({ ours: own, reference: other });
    }
    return this.pairs(name, samples, budget);
  }

  /** Reports times in µs, measured alternately: the ratio is the median over pairs, not the quotient of two medians. */
  pairs(name: string, samples: readonly Pair[], budget?: number): Figure {
    const spread = quartiles(samples.map(({ ours, reference }) => ours / reference));
    const ours = quartiles(samples.map((pair) => pair.ours)).median;
    const reference = quartiles(samples.map((pair) => pair.reference)).median;
    return this.figure({ name, ours, reference, ratio: spread.median, budget: budget ?? null, unit: "µs" }, spread);
  }

  /**
   * Reports anything else. The ratio follows from `ours` and `reference`; `ok` from ratio (or ours) and budget unless
   * given.
   */
  figure(given: Partial<Figure> & Pick<Figure, "name" | "ours" | "unit">, spread?: Spread): Figure {
    const reference = given.reference ?? null;
    const ratio = given.ratio ?? (reference === null ? null : given.ours / reference);
    const budget = given.budget ?? null;
    const ok = given.ok ?? (budget === null || (ratio ?? given.ours) <= budget);
    const figure = { name: given.name, ours: given.ours, reference, ratio, budget, ok, unit: given.unit };
    this.#report(figure, spread);
    return figure;
  }
}

/** Times of two ways to do one thing, measured one right after the other. */
export interface Pair {
  readonly ours: number;
  readonly reference: number;
}

export interface Spread {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
}

export function quartiles(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const below = sorted[Math.floor(place)]!;
    return below + (sorted[Math.ceil(place)]! - below) * (place - Math.floor(place));
  };
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) };
}

/** Returns the CPU time that this thread has used so far, in µs. */
export function threadCpu(): number {
  // The kernel updates a running thread's time every few milliseconds, or when the thread waits.
  Atomics.wait(cell, 0, 0, 0.02);
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

const cell = new Int32Array(new SharedArrayBuffer(4));

async function cpuOf(work: Work, calls: number): Promise<number> {
  const before = threadCpu();
  await repeat(work, calls);
  return threadCpu() - before;
}

async function repeat(work: Work, calls: number): Promise<void> {
  for (let call = 0; call < calls; call++) {
    const pending = work();
    // An unnecessary await would cost more than many a call.
    if (pending !== undefined) await pending;
  }
}

const SAMPLE_US = 5000;
const WARM_UP_MS = 300;

/** Returns the number of calls with which a sample of the faster one takes at least SAMPLE_US. */
async function batchFor(ours: Work, reference: Work, setup: Work | undefined): Promise<number> {
  for (let calls = 1; ; calls *= 4) {
    await setup?.();
    const own = await cpuOf(ours, calls);
    await setup?.();
    const shortest = Math.min(own, await cpuOf(reference, calls));
    if (shortest >= SAMPLE_US / 4) return Math.max(1, Math.ceil((calls * SAMPLE_US) / shortest));
  }
}

/** Runs until the compiler has finished: at least five samples and WARM_UP_MS. */
async function warmUp(sample: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  for (let run = 0; run < 5 || performance.now() - started < WARM_UP_MS; run++) await sample();
}
