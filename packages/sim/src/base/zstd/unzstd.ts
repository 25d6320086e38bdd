import { ZstdError } from "./bits.ts";
import { readHuffman, readStream, type HuffmanTable } from "./huffman.ts";
import { readSequences, type SequenceTables } from "./sequences.ts";

export { ZstdError };

const MAGIC = 0xfd2fb528;
/** No block may be larger when it is unpacked. */
const MAX_BLOCK_BYTES = 128 * 1024;

/**
 * Unpacks one frame of zstd (RFC 8878), to at most `size` bytes. For pages and their workers, which have no function for
 * that; servers use that of Node. Throws a ZstdError if the data is damaged.
 */
export function unzstd(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const frame = new Frame(packed, size);
  return frame.unpack();
}

class Frame {
  readonly #bytes: Uint8Array;
  readonly #output: Uint8Array<ArrayBuffer>;
  readonly #tables: SequenceTables = {};
  readonly #offsets = Uint32Array.of(1, 4, 8);
  readonly #literals = new Uint8Array(MAX_BLOCK_BYTES);
  #huffman: HuffmanTable | undefined;
  #at = 0;
  #written = 0;

  constructor(bytes: Uint8Array, size: number) {
    this.#bytes = bytes;
    this.#output = new Uint8Array(size);
  }

  unpack(): Uint8Array<ArrayBuffer> {
    this.#readHead();
    for (let isLast = false; !isLast;) isLast = this.#readBlock();
    return this.#output.subarray(0, this.#written);
  }

  #readHead(): void {
    if (this.#number(4) !== MAGIC) throw new ZstdError("this is not packed by zstd");
    const descriptor = this.#number(1);
    const isSingle = (descriptor & 32) !== 0;
    if ((descriptor & 8) !== 0) throw new ZstdError("it is of an unknown version");
    if ((descriptor & 3) !== 0) throw new ZstdError("it needs a dictionary");
    if (!isSingle) this.#number(1);
    // The size of the contents, which the caller knows.
    const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
    for (let i = 0; i < sizeBytes; i++) this.#number(1);
  }

  /** Returns whether it was the last one. */
  #readBlock(): boolean {
    const head = this.#number(3);
    const [type, size] = [(head >> 1) & 3, head >> 3];
    const from = this.#at;
    const length = type === 1 ? 1 : size;
    if (from + length > this.#bytes.length) throw new ZstdError("it ends early");
    if (type === 0) this.#append(this.#bytes.subarray(from, from + size));
    else if (type === 1) this.#fill(this.#bytes[from]!, size);
    else if (type === 2) this.#readPacked(from, from + size);
    else throw new ZstdError("a block is of an unknown kind");
    this.#at = from + length;
    return (head & 1) !== 0;
  }

  #readPacked(start: number, end: number): void {
    const { literals, next } = this.#readLiterals(start, end);
    let taken = 0;
    readSequences(this.#bytes, next, end, { tables: this.#tables, offsets: this.#offsets }, (run, match, offset) => {
      if (taken + run > literals.length) throw new ZstdError("a sequence has too many literals");
      this.#append(literals.subarray(taken, taken + run));
      taken += run;
      this.#copy(offset, match);
    });
    this.#append(literals.subarray(taken));
  }

  #readLiterals(start: number, end: number): Literals {
    const first = this.#bytes[start] ?? 0;
    const [type, format] = [first & 3, (first >> 2) & 3];
    return type < 2 ? this.#readPlain(start, end, { type, format }) : this.#readCodes(start, end, { type, format });
  }

  #readPlain(start: number, end: number, { type, format }: LiteralHead): Literals {
    const headBytes = [1, 2, 1, 3][format]!;
    const size = this.#numberAt(start, headBytes) >> (headBytes === 1 ? 3 : 4);
    const from = start + headBytes;
    const next = from + (type === 0 ? size : 1);
    if (next > end || size > MAX_BLOCK_BYTES) throw new ZstdError("the literals are damaged");
    if (type === 0) return { literals: this.#bytes.subarray(from, next), next };
    return { literals: this.#literals.subarray(0, size).fill(this.#bytes[from]!), next };
  }

  #readCodes(start: number, end: number, { type, format }: LiteralHead): Literals {
    const headBytes = [3, 3, 4, 5][format]!;
    const width = [10, 10, 14, 18][format]!;
    const head = this.#numberAt(start, headBytes);
    const size = Math.floor(head / 16) % (1 << width);
    const packedSize = Math.floor(head / (16 << width)) % (1 << width);
    let at = start + headBytes;
    const next = at + packedSize;
    if (next > end || size > MAX_BLOCK_BYTES) throw new ZstdError("the literals are damaged");
    if (type === 2) ({ table: this.#huffman, next: at } = readHuffman(this.#bytes, at, next));
    const table = this.#huffman;
    if (table === undefined) throw new ZstdError("a table of an earlier block is missing");
    const literals = this.#literals.subarray(0, size);
    if (format === 0) readStream(table, { bytes: this.#bytes, start: at, end: next }, literals);
    else this.#readFour(table, at, next, literals);
    return { literals, next };
  }

  /** Reads four streams, each of a quarter of the literals. */
  #readFour(table: HuffmanTable, start: number, end: number, literals: Uint8Array): void {
    const quarter = (literals.length + 3) >> 2;
    let at = start + 6;
    for (let i = 0; i < 4; i++) {
      const next = i === 3 ? end : at + this.#numberAt(start + 2 * i, 2);
      if (next > end) throw new ZstdError("the literals are damaged");
      const target = literals.subarray(Math.min(i * quarter, literals.length), i === 3 ? undefined : (i + 1) * quarter);
      readStream(table, { bytes: this.#bytes, start: at, end: next }, target);
      at = next;
    }
  }

  #append(bytes: Uint8Array): void {
    this.#check(bytes.length);
    this.#output.set(bytes, this.#written);
    this.#written += bytes.length;
  }

  #fill(byte: number, count: number): void {
    this.#check(count);
    this.#output.fill(byte, this.#written, this.#written + count);
    this.#written += count;
  }

  #copy(offset: number, count: number): void {
    this.#check(count);
    if (offset === 0 || offset > this.#written) throw new ZstdError("a copy begins before the data");
    const [output, to] = [this.#output, this.#written];
    if (offset >= count) output.copyWithin(to, to - offset, to - offset + count);
    // What is copied may include what the copy itself has written.
    else for (let i = 0; i < count; i++) output[to + i] = output[to + i - offset]!;
    this.#written += count;
  }

  #check(count: number): void {
    if (this.#written + count > this.#output.length) throw new ZstdError("it is larger than announced");
  }

  #number(bytes: number): number {
    const value = this.#numberAt(this.#at, bytes);
    this.#at += bytes;
    return value;
  }

  #numberAt(at: number, bytes: number): number {
    if (at + bytes > this.#bytes.length) throw new ZstdError("it ends early");
    let value = 0;
    for (let i = bytes - 1; i >= 0; i--) value = value * 256 + this.#bytes[at + i]!;
    return value;
  }
}

interface LiteralHead {
  readonly type: number;
  readonly format: number;
}

/** The literals of a block, and the offset after them. */
interface Literals {
  readonly literals: Uint8Array;
  readonly next: number;
}
