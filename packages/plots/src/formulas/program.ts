import type { Kernel, Loop } from "./kernels/kernel.ts";

/**
 * A column of a program: where it comes from. Slots are numbered so that each comes after those it is computed from.
 */
export type Slot =
  | { readonly kind: "constant"; readonly value: number }
  | { readonly kind: "time" }
  | { readonly kind: "input"; readonly input: number; readonly column: number }
  | { readonly kind: "loop"; readonly loop: Loop; readonly inputs: readonly number[] }
  | { readonly kind: "kernel"; readonly make: () => Kernel; readonly inputs: readonly [number] };

export interface Program {
  readonly slots: readonly Slot[];
  readonly outputs: readonly number[];
}

/**
 * Collects the columns of a formula. What is computed twice from the same columns becomes one slot, and what is
 * computed from constants a constant.
 */
export class ProgramBuilder {
  readonly #slots: Slot[] = [];
  readonly #known = new Map<string, number>();
  readonly #loopIds = new Map<Loop, number>();

  get size(): number {
    return this.#slots.length;
  }

  constant(value: number): number {
    return this.#slot(`constant ${Object.is(value, -0) ? "-0" : value}`, { kind: "constant", value });
  }

  time(): number {
    return this.#slot("time", { kind: "time" });
  }

  input(input: number, column: number): number {
    return this.#slot(`input ${input} ${column}`, { kind: "input", input, column });
  }

  loop(loop: Loop, ...inputs: readonly number[]): number {
    const constants = inputs.map((slot) => this.constantAt(slot));
    if (constants.every((value) => value !== undefined)) return this.constant(folded(loop, constants));
    let id = this.#loopIds.get(loop);
    if (id === undefined) this.#loopIds.set(loop, (id = this.#loopIds.size));
    return this.#slot(`loop ${id} ${inputs.join(" ")}`, { kind: "loop", loop, inputs });
  }

  /** `key` tells kernels and their parameters apart. */
  kernel(key: string, make: () => Kernel, input: number): number {
    return this.#slot(`kernel ${key} ${input}`, { kind: "kernel", make, inputs: [input] });
  }

  constantAt(slot: number): number | undefined {
    const known = this.#slots[slot]!;
    return known.kind === "constant" ? known.value : undefined;
  }

  /** Returns what the outputs need of all this. */
  finish(outputs: readonly number[]): Program {
    const needed = new Set(outputs);
    for (let i = this.#slots.length - 1; i >= 0; i--) {
      if (needed.has(i)) for (const input of inputsOf(this.#slots[i]!)) needed.add(input);
    }
    const numbers = new Map([...needed].toSorted((a, b) => a - b).map((slot, i) => [slot, i]));
    const slots = [...numbers.keys()].map((old) => renumbered(this.#slots[old]!, numbers));
    return { slots, outputs: outputs.map((slot) => numbers.get(slot)!) };
  }

  #slot(key: string, slot: Slot): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.#slots.length);
    return this.#slots.push(slot) - 1;
  }
}

export function inputsOf(slot: Slot): readonly number[] {
  return slot.kind === "loop" || slot.kind === "kernel" ? slot.inputs : [];
}

/** Computes a loop once, by the loop itself: a constant has the same bits as a column of it. */
function folded(loop: Loop, constants: readonly number[]): number {
  const [a, b, c, d, e, f] = Array.from({ length: 6 }, (_, i) => Float64Array.of(constants[i] ?? NaN));
  const out = new Float64Array(1);
  loop(1, out, a!, b!, c!, d!, e!, f!);
  return out[0]!;
}

function renumbered(slot: Slot, numbers: ReadonlyMap<number, number>): Slot {
  const renumber = (input: number): number => numbers.get(input)!;
  if (slot.kind === "loop") return { ...slot, inputs: slot.inputs.map(renumber) };
  if (slot.kind === "kernel") return { ...slot, inputs: [renumber(slot.inputs[0])] };
  return slot;
}
