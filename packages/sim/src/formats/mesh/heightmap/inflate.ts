import { MeshError } from "../mesh-error.ts";

/** Unpacks zlib data. Throws a MeshError if it is damaged or unpacks to more than `limit` bytes. */
export function inflateZlib(packed: Uint8Array, limit: number): Uint8Array {
  const header = ((packed[0] ?? 0) << 8) | (packed[1] ?? 0);
  if ((header & 0x0f00) !== 0x0800 || header % 31 !== 0 || (header & 0x20) !== 0) throw damaged();
  return new Inflater(packed.subarray(2), limit).run();
}

/** Extra bits and bases of lengths (symbols 257 to 285) and distances. */
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BITS = Array.from({ length: 30 }, (_, i) => Math.max(0, (i >> 1) - 1));
// The last symbol stands for 258 alone, though the one before could also express it.
const LENGTH_BASES = bases(LENGTH_BITS, 3).with(28, 258);
const DISTANCE_BASES = bases(DISTANCE_BITS, 1);
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function bases(bits: readonly number[], first: number): number[] {
  let next = first;
  return bits.map((count) => {
    const base = next;
    next += 1 << count;
    return base;
  });
}

class Inflater {
  readonly #in: Uint8Array;
  readonly #limit: number;
  #out: Uint8Array;
  #length = 0;
  #at = 0;
  #bits = 0;
  #held = 0;

  constructor(packed: Uint8Array, limit: number) {
    this.#in = packed;
    this.#limit = limit;
    this.#out = new Uint8Array(Math.min(limit, Math.max(1024, 4 * packed.length)));
  }

  run(): Uint8Array {
    for (let isLast = false; !isLast;) {
      isLast = this.#take(1) === 1;
      const kind = this.#take(2);
      if (kind === 0) this.#stored();
      else if (kind === 1) this.#block(fixedCodes(), fixedDistances());
      else if (kind === 2) this.#dynamic();
      else throw damaged();
    }
    return this.#out.subarray(0, this.#length);
  }

  #stored(): void {
    this.#bits = this.#held = 0;
    const length = (this.#in[this.#at] ?? 0) | ((this.#in[this.#at + 1] ?? 0) << 8);
    this.#at += 4;
    if (this.#at + length > this.#in.length) throw damaged();
    this.#reserve(length);
    this.#out.set(this.#in.subarray(this.#at, this.#at + length), this.#length);
    this.#length += length;
    this.#at += length;
  }

  #dynamic(): void {
    const literals = this.#take(5) + 257;
    const distances = this.#take(5) + 1;
    const codes = this.#take(4) + 4;
    const order = new Uint8Array(19);
    for (let i = 0; i < codes; i++) order[CODE_ORDER[i]!] = this.#take(3);
    const code = codeTable(order);
    const lengths = new Uint8Array(literals + distances);
    for (let i = 0; i < lengths.length;) {
      const symbol = this.#symbol(code);
      if (symbol < 16) {
        lengths[i++] = symbol;
        continue;
      }
      if (symbol === 16 && i === 0) throw damaged();
      const value = symbol === 16 ? lengths[i - 1]! : 0;
      let times = symbol === 16 ? 3 + this.#take(2) : symbol === 17 ? 3 + this.#take(3) : 11 + this.#take(7);
      if (i + times > lengths.length) throw damaged();
      for (; times > 0; times--) lengths[i++] = value;
    }
    this.#block(codeTable(lengths.subarray(0, literals)), codeTable(lengths.subarray(literals)));
  }

  #block(literals: CodeTable, distances: CodeTable): void {
    for (;;) {
      const symbol = this.#symbol(literals);
      if (symbol === 256) return;
      if (symbol < 256) {
        this.#reserve(1);
        this.#out[this.#length++] = symbol;
        continue;
      }
      if (symbol > 285) throw damaged();
      const length = LENGTH_BASES[symbol - 257]! + this.#take(LENGTH_BITS[symbol - 257]!);
      const far = this.#symbol(distances);
      if (far > 29) throw damaged();
      const distance = DISTANCE_BASES[far]! + this.#take(DISTANCE_BITS[far]!);
      if (distance > this.#length) throw damaged();
      this.#reserve(length);
      // One byte at a time, because the copy may overlap what it has just written.
      for (let i = 0; i < length; i++, this.#length++) this.#out[this.#length] = this.#out[this.#length - distance]!;
    }
  }

  #symbol({ entries, longest }: CodeTable): number {
    this.#fill(longest);
    const entry = entries[this.#bits & ((1 << longest) - 1)]!;
    const length = entry & 15;
    if (length === 0 || length > this.#held) throw damaged();
    this.#bits >>>= length;
    this.#held -= length;
    return entry >> 4;
  }

  #take(count: number): number {
    this.#fill(count);
    if (count > this.#held) throw damaged();
    const value = this.#bits & ((1 << count) - 1);
    this.#bits >>>= count;
    this.#held -= count;
    return value;
  }

  /** Fills the buffer with at least `count` bits, as far as there are any left. */
  #fill(count: number): void {
    while (this.#held < count && this.#at < this.#in.length) {
      this.#bits |= this.#in[this.#at++]! << this.#held;
      this.#held += 8;
    }
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#out.length) return;
    if (needed > this.#limit) throw new MeshError(`it unpacks to more than ${this.#limit} bytes`);
    const grown = new Uint8Array(Math.min(this.#limit, Math.max(needed, 2 * this.#out.length)));
    grown.set(this.#out);
    this.#out = grown;
  }
}

/** Symbols by the next bits of the stream: symbol × 16 + length of its code; 0 if no code matches. */
interface CodeTable {
  readonly entries: Uint16Array;
  /** Number of bits of the longest code. */
  readonly longest: number;
}

function codeTable(lengths: ArrayLike<number>): CodeTable {
  const counts = new Uint16Array(16);
  for (let i = 0; i < lengths.length; i++) counts[lengths[i]!]!++;
  counts[0] = 0;
  let longest = 15;
  while (longest > 1 && counts[longest] === 0) longest--;
  const next = new Uint16Array(17);
  for (let length = 1; length <= 15; length++) {
    next[length + 1] = (next[length]! + counts[length]!) << 1;
    if (next[length]! + counts[length]! > 1 << length) throw damaged();
  }
  const entries = new Uint16Array(1 << longest);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol]!;
    if (length === 0) continue;
    // The stream contains codes with their first bit lowest.
    let reversed = 0;
    const code = next[length]!++;
    for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
    for (let at = reversed; at < entries.length; at += 1 << length) entries[at] = (symbol << 4) | length;
  }
  return { entries, longest };
}

let fixed: CodeTable | undefined;
let fixedFar: CodeTable | undefined;

function fixedCodes(): CodeTable {
  return (fixed ??= codeTable(
    Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
  ));
}

function fixedDistances(): CodeTable {
  return (fixedFar ??= codeTable(new Uint8Array(30).fill(5)));
}

function damaged(): MeshError {
  return new MeshError("its packed data is cut off or damaged");
}
