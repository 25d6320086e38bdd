import { type BackwardBits, ForwardBits, ZstdError } from "./bits.ts";

/** A table of finite state entropy: each state stands for a symbol, and says how to find the next state. */
export interface FseTable {
  readonly accuracyLog: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
  readonly bases: Uint16Array;
}

export interface FseLimits {
  readonly maxLog: number;
  readonly maxSymbol: number;
}

/** Reads a table's description. Returns the table and the offset after it. */
export function readTable(
  bytes: Uint8Array,
  start: number,
  end: number,
  { maxLog, maxSymbol }: FseLimits,
): { readonly table: FseTable; readonly next: number } {
  const input = new ForwardBits(bytes, start, end);
  const accuracyLog = input.read(4) + 5;
  if (accuracyLog > maxLog) throw new ZstdError("a table is too large");
  const counts: number[] = [];
  let remaining = 1 << accuracyLog;
  while (remaining > 0) {
    if (counts.length > maxSymbol) throw new ZstdError("a table has too many symbols");
    const width = 32 - Math.clz32(remaining + 1);
    let value = input.read(width);
    const lowerMask = (1 << (width - 1)) - 1;
    const threshold = (1 << width) - 1 - (remaining + 1);
    // Small values take one bit less.
    if ((value & lowerMask) < threshold) {
      input.unread();
      value &= lowerMask;
    } else if (value > lowerMask) value -= threshold;
    const count = value - 1;
    remaining -= Math.abs(count);
    counts.push(count);
    if (count !== 0) continue;
    for (let zeros = 3; zeros === 3;) {
      zeros = input.read(2);
      for (let i = 0; i < zeros; i++) counts.push(0);
    }
  }
  if (remaining < 0 || counts.length > maxSymbol + 1) throw new ZstdError("a table is damaged");
  return { table: makeTable(counts, accuracyLog), next: input.nextByte };
}

/** Makes a table from how often each symbol occurs; -1 means less than once. */
export function makeTable(counts: readonly number[], accuracyLog: number): FseTable {
  const size = 1 << accuracyLog;
  const symbols = new Uint8Array(size);
  const next = new Uint16Array(counts.length);
  let high = size;
  for (const [symbol, count] of counts.entries()) {
    if (count !== -1) continue;
    symbols[--high] = symbol;
    next[symbol] = 1;
  }
  const step = (size >> 1) + (size >> 3) + 3;
  let at = 0;
  for (const [symbol, count] of counts.entries()) {
    if (count <= 0) continue;
    next[symbol] = count;
    for (let i = 0; i < count; i++) {
      symbols[at] = symbol;
      do at = (at + step) & (size - 1);
      while (at >= high);
    }
  }
  const bits = new Uint8Array(size);
  const bases = new Uint16Array(size);
  for (let state = 0; state < size; state++) {
    const number = next[symbols[state]!]!++;
    bits[state] = accuracyLog - (31 - Math.clz32(number));
    bases[state] = (number << bits[state]!) - size;
  }
  return { accuracyLog, symbols, bits, bases };
}

/** Makes a table with a single symbol. */
export function singleTable(symbol: number): FseTable {
  return { accuracyLog: 0, symbols: Uint8Array.of(symbol), bits: new Uint8Array(1), bases: new Uint16Array(1) };
}

/** Returns the state after this one. */
export function nextState({ bits, bases }: FseTable, state: number, input: BackwardBits): number {
  return bases[state]! + input.read(bits[state]!);
}
