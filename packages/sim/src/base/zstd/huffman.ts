import { BackwardBits, ZstdError } from "./bits.ts";
import { nextState, readTable } from "./fse.ts";

/** A table of prefix codes: for the next `maxBits` bits, the symbol and the length of its code. */
export interface HuffmanTable {
  readonly maxBits: number;
  readonly symbols: Uint8Array;
  readonly lengths: Uint8Array;
}

const MAX_BITS = 11;
const WEIGHT_LIMITS = { maxLog: 6, maxSymbol: 12 };
const MAX_WEIGHTS = 255;

/** Reads a table's description. Returns the table and the offset after it. */
export function readHuffman(
  bytes: Uint8Array,
  start: number,
  end: number,
): { readonly table: HuffmanTable; readonly next: number } {
  const head = bytes[start] ?? 0;
  if (head < 128) {
    const next = start + 1 + head;
    if (next > end) throw new ZstdError("a table ends early");
    return { table: tableOf(packedWeights(bytes, start + 1, next)), next };
  }
  const count = head - 127;
  const next = start + 1 + ((count + 1) >> 1);
  if (next > end) throw new ZstdError("a table ends early");
  const weights = Array.from({ length: count }, (_, i) => {
    const pair = bytes[start + 1 + (i >> 1)]!;
    return i % 2 === 0 ? pair >> 4 : pair & 15;
  });
  return { table: tableOf(weights), next };
}

/** Decodes one stream into `target`. */
export function readStream(
  { maxBits, symbols, lengths }: HuffmanTable,
  { bytes, start, end }: { readonly bytes: Uint8Array; readonly start: number; readonly end: number },
  target: Uint8Array,
): void {
  const input = new BackwardBits(bytes, start, end);
  for (let i = 0; i < target.length; i++) {
    const code = input.peek(maxBits);
    target[i] = symbols[code]!;
    input.left -= lengths[code]!;
  }
  if (input.left !== 0) throw new ZstdError("a stream of literals is damaged");
}

/** Reads weights that are packed by two states that take turns. */
function packedWeights(bytes: Uint8Array, start: number, end: number): number[] {
  const { table, next } = readTable(bytes, start, end, WEIGHT_LIMITS);
  const input = new BackwardBits(bytes, next, end);
  const states = [input.read(table.accuracyLog), input.read(table.accuracyLog)];
  const weights: number[] = [];
  for (let turn = 0; ; turn = 1 - turn) {
    if (weights.length > MAX_WEIGHTS) throw new ZstdError("a table has too many symbols");
    weights.push(table.symbols[states[turn]!]!);
    states[turn] = nextState(table, states[turn]!, input);
    if (input.left >= 0) continue;
    weights.push(table.symbols[states[1 - turn]!]!);
    return weights;
  }
}

function tableOf(weights: readonly number[]): HuffmanTable {
  const sum = weights.reduce((total, weight) => total + (weight === 0 ? 0 : 1 << (weight - 1)), 0);
  const maxBits = 32 - Math.clz32(sum);
  const left = (1 << maxBits) - sum;
  if (sum === 0 || maxBits > MAX_BITS || weights.length > MAX_WEIGHTS || (left & (left - 1)) !== 0)
    throw new ZstdError("a table of codes is damaged");
  // The last weight is what completes the sum to a power of two.
  const all = [...weights, 32 - Math.clz32(left)];
  const symbols = new Uint8Array(1 << maxBits);
  const lengths = new Uint8Array(1 << maxBits);
  let at = 0;
  for (let weight = 1; weight <= maxBits; weight++) {
    for (const [symbol, own] of all.entries()) {
      if (own !== weight) continue;
      const count = 1 << (weight - 1);
      symbols.fill(symbol, at, at + count);
      lengths.fill(maxBits + 1 - weight, at, at + count);
      at += count;
    }
  }
  return { maxBits, symbols, lengths };
}
