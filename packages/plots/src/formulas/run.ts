import type { Kernel } from "./kernels/kernel.ts";
import type { Program } from "./program.ts";
import type { Registers } from "./registers.ts";

/** Samples that are computed at once: a few columns of them fit into the fastest cache. */
const BLOCK = 512;

const NOTHING = new Float64Array(0);

/**
 * Computes a formula over samples that come in bit by bit. It remembers what derivatives, integrals, means and filters
 * need, so that the results have the same bits however the samples are divided. When a time is earlier than the one
 * before, all of these start again.
 */
export class FormulaRun {
  readonly #program: Program;
  /** The columns of the current block, by slot. */
  readonly #columns: Float64Array[];
  readonly #kernels: readonly (Kernel | undefined)[];
  readonly #widths: readonly number[];
  #lastTime = NaN;

  /** `widths`: columns of each input. */
  constructor(program: Program, registers: Registers, widths: readonly number[]) {
    this.#program = program;
    this.#widths = widths;
    const scratch = Array.from({ length: registers.count }, () => new Float64Array(BLOCK));
    this.#columns = program.slots.map((slot, i) =>
      slot.kind === "constant" ? new Float64Array(BLOCK).fill(slot.value) : (scratch[registers.of[i]!] ?? NOTHING),
    );
    this.#kernels = program.slots.map((slot) => (slot.kind === "kernel" ? slot.make() : undefined));
  }

  /**
   * Computes the next samples: one value for each time. `inputs` has the columns of each input of the formula, in its
   * order. Returns new columns, which belong to the caller. Throws when a column is missing or too short.
   */
  append(times: Float64Array, inputs: readonly (readonly Float64Array[])[]): Float64Array<ArrayBuffer>[] {
    this.#check(times.length, inputs);
    const results = this.#program.outputs.map(() => new Float64Array(times.length));
    let from = 0;
    while (from < times.length) {
      // Also when either time is not a number.
      if (!(times[from]! >= this.#lastTime)) this.reset();
      const to = blockEnd(times, from);
      this.#runBlock(times.subarray(from, to), inputs, from);
      for (const [i, output] of this.#program.outputs.entries()) {
        copyInto(results[i]!, from, this.#columns[output]!, to - from);
      }
      this.#lastTime = times[to - 1]!;
      from = to;
    }
    return results;
  }

  /** Starts again, as if nothing had been appended. */
  reset(): void {
    for (const kernel of this.#kernels) kernel?.reset();
  }

  #check(length: number, inputs: readonly (readonly Float64Array[])[]): void {
    for (const [i, width] of this.#widths.entries()) {
      for (let column = 0; column < width; column++) {
        const given = inputs[i]?.[column]?.length;
        if (given === undefined || given < length) {
          throw new RangeError(`column ${column} of input ${i} has ${given ?? "no"} values for ${length} times`);
        }
      }
    }
  }

  #runBlock(times: Float64Array, inputs: readonly (readonly Float64Array[])[], from: number): void {
    const columns = this.#columns;
    const n = times.length;
    const { slots } = this.#program;
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!;
      switch (slot.kind) {
        case "constant":
          break;
        case "time":
          columns[i] = times;
          break;
        case "input":
          columns[i] = inputs[slot.input]![slot.column]!.subarray(from, from + n);
          break;
        case "loop": {
          const [a, b, c, d, e, f] = slot.inputs;
          const at = (input: number | undefined): Float64Array => (input === undefined ? NOTHING : columns[input]!);
          slot.loop(n, columns[i]!, at(a), at(b), at(c), at(d), at(e), at(f));
          break;
        }
        case "kernel":
          this.#kernels[i]!.append(n, columns[i]!, columns[slot.inputs[0]]!, times);
          break;
      }
    }
  }
}

/** Copies values. Engines make gaps of several bit patterns; here each becomes the usual one. */
function copyInto(out: Float64Array, from: number, values: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    const value = values[i]!;
    out[from + i] = Number.isNaN(value) ? NaN : value;
  }
}

/** Returns where a block ends that begins at a place: when it is full, or where time jumps back. */
function blockEnd(times: Float64Array, from: number): number {
  const most = Math.min(times.length, from + BLOCK);
  let end = from + 1;
  while (end < most && times[end]! >= times[end - 1]!) end++;
  return end;
}
