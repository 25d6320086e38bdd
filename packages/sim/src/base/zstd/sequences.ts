import { BackwardBits, ZstdError } from "./bits.ts";
import { makeTable, nextState, readTable, singleTable, type FseTable } from "./fse.ts";

/** The tables of a block's sequences, which later blocks may use again. */
export interface SequenceTables {
  literals?: FseTable;
  offsets?: FseTable;
  matches?: FseTable;
}

/** Gets a run of literals, and a match: a copy of what was written `offset` bytes before. */
export type OnSequence = (literals: number, match: number, offset: number) => void;

/** Reads the sequences of a block. `offsets` are the last three offsets, which short codes refer to. */
export function readSequences(
  bytes: Uint8Array,
  start: number,
  end: number,
  { tables, offsets }: { readonly tables: SequenceTables; readonly offsets: Uint32Array },
  onSequence: OnSequence,
): void {
  let at = start;
  const first = bytes[at++] ?? 0;
  if (first === 0) return;
  let count = first;
  if (first === 255) count = bytes[at++]! + (bytes[at++]! << 8) + 0x7f00;
  else if (first > 127) count = ((first - 128) << 8) + bytes[at++]!;
  const modes = bytes[at++]!;
  const read = (mode: number, kind: Kind, known: FseTable | undefined): FseTable => {
    const { table, next } = tableIn(bytes, at, end, { mode, kind, known });
    at = next;
    return table;
  };
  const literals = (tables.literals = read(modes >> 6, LITERALS, tables.literals));
  const distances = (tables.offsets = read((modes >> 4) & 3, OFFSETS, tables.offsets));
  const matches = (tables.matches = read((modes >> 2) & 3, MATCHES, tables.matches));
  const input = new BackwardBits(bytes, at, end);
  let literalState = input.read(literals.accuracyLog);
  let offsetState = input.read(distances.accuracyLog);
  let matchState = input.read(matches.accuracyLog);
  for (let i = 0; i < count; i++) {
    const offsetCode = distances.symbols[offsetState]!;
    const matchCode = matches.symbols[matchState]!;
    const literalCode = literals.symbols[literalState]!;
    if (offsetCode > 31 || matchCode > 52 || literalCode > 35) throw new ZstdError("a sequence is damaged");
    const value = ((1 << offsetCode) >>> 0) + input.read(offsetCode);
    const match = MATCH_BASES[matchCode]! + input.read(MATCH_BITS[matchCode]!);
    const run = LITERAL_BASES[literalCode]! + input.read(LITERAL_BITS[literalCode]!);
    if (input.left < 0) throw new ZstdError("the sequences end early");
    onSequence(run, match, offsetOf(value, run, offsets));
    if (i + 1 === count) break;
    literalState = nextState(literals, literalState, input);
    matchState = nextState(matches, matchState, input);
    offsetState = nextState(distances, offsetState, input);
  }
  if (input.left !== 0) throw new ZstdError("the sequences are damaged");
}

/** Returns the offset for a code's value: new, or one of the last three. */
function offsetOf(value: number, run: number, last: Uint32Array): number {
  const [first, second, third] = [last[0]!, last[1]!, last[2]!];
  if (value > 3) {
    last.set([value - 3, first, second]);
    return value - 3;
  }
  const which = value + (run === 0 ? 1 : 0);
  if (which === 1) return first;
  const offset = which === 2 ? second : which === 3 ? third : first - 1;
  last.set([offset, first, which === 2 ? third : second]);
  return offset;
}

interface Kind {
  readonly maxLog: number;
  readonly maxSymbol: number;
  readonly usual: FseTable;
}

function tableIn(
  bytes: Uint8Array,
  at: number,
  end: number,
  { mode, kind, known }: { readonly mode: number; readonly kind: Kind; readonly known: FseTable | undefined },
): { readonly table: FseTable; readonly next: number } {
  if (mode === 0) return { table: kind.usual, next: at };
  if (mode === 1) return { table: singleTable(bytes[at] ?? 0), next: at + 1 };
  if (mode === 2) return readTable(bytes, at, end, kind);
  if (known === undefined) throw new ZstdError("a table of an earlier block is missing");
  return { table: known, next: at };
}

const of = (count: number, times: number): number[] => Array<number>(times).fill(count);

const LITERALS: Kind = {
  maxLog: 9,
  maxSymbol: 35,
  usual: makeTable([4, 3, ...of(2, 11), ...of(1, 3), ...of(2, 9), 3, 2, ...of(1, 5), ...of(-1, 4)], 6),
};
const OFFSETS: Kind = {
  maxLog: 8,
  maxSymbol: 31,
  usual: makeTable([...of(1, 6), ...of(2, 3), ...of(1, 15), ...of(-1, 5)], 5),
};
const MATCHES: Kind = {
  maxLog: 9,
  maxSymbol: 52,
  usual: makeTable([1, 4, 3, ...of(2, 6), ...of(1, 37), ...of(-1, 7)], 6),
};

const LITERAL_BITS = [...of(0, 16), 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const MATCH_BITS = [...of(0, 32), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const LITERAL_BASES = basesOf(LITERAL_BITS, 0);
const MATCH_BASES = basesOf(MATCH_BITS, 3);

/** Returns the least value of each code: codes follow on each other, except that powers of two begin new ones. */
function basesOf(bits: readonly number[], first: number): number[] {
  let next = first;
  return bits.map((count) => {
    const base = next;
    next += 1 << count;
    return base;
  });
}
