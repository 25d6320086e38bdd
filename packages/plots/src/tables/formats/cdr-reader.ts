import { TableError } from "../table-error.ts";

/**
 * Reads values as CDR has them: each at a multiple of its size, counted from the end of the four bytes at the beginning,
 * which tell the order of bytes. Or as ROS 1 has them: without these four bytes and without gaps. Every length is
 * compared with the bytes that are left.
 */
export class CdrReader {
  #pos: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #isLittle: boolean;
  readonly #mostAlignment: number;

  constructor(bytes: Uint8Array, encoding: "cdr" | "ros1") {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const kind = encoding === "ros1" ? undefined : KINDS.get(bytes[1] ?? -1);
    if (encoding === "cdr" && (kind === undefined || bytes.length < 4)) {
      throw new TableError(`the form ${bytes[1] ?? "of an empty message"} of CDR is not known`);
    }
    this.#pos = kind === undefined ? 0 : 4;
    this.#isLittle = kind?.isLittle ?? true;
    this.#mostAlignment = kind?.mostAlignment ?? 1;
  }

  get left(): number {
    return this.#bytes.length - this.#pos;
  }

  /** The position, to come back to. */
  get pos(): number {
    return this.#pos;
  }

  set pos(pos: number) {
    this.#pos = pos;
  }

  number(type: string): number {
    const view = this.#view;
    switch (type) {
      case "float64":
        return view.getFloat64(this.#take(8, 1), this.#isLittle);
      case "float32":
        return view.getFloat32(this.#take(4, 1), this.#isLittle);
      case "int8":
        return view.getInt8(this.#take(1, 1));
      case "int16":
        return view.getInt16(this.#take(2, 1), this.#isLittle);
      case "uint16":
        return view.getUint16(this.#take(2, 1), this.#isLittle);
      case "int32":
        return view.getInt32(this.#take(4, 1), this.#isLittle);
      case "uint32":
        return view.getUint32(this.#take(4, 1), this.#isLittle);
      case "int64":
        return Number(view.getBigInt64(this.#take(8, 1), this.#isLittle));
      case "uint64":
        return Number(view.getBigUint64(this.#take(8, 1), this.#isLittle));
      default:
        return this.#bytes[this.#take(1, 1)]!;
    }
  }

  skip(size: number, count: number): void {
    if (count > 0) this.#take(size, count);
  }

  /** Reads the number of elements that follow, each of which takes a byte at least. */
  count(): number {
    const count = this.number("uint32");
    if (count > this.left) throw new TableError(`a list of ${count} elements ends too early`);
    return count;
  }

  text(): string {
    const length = this.count();
    const bytes = this.#bytes.subarray(this.#pos, this.#pos + length);
    this.#pos += length;
    // CDR counts the zero at the end.
    return utf8.decode(bytes.at(-1) === 0 ? bytes.subarray(0, -1) : bytes);
  }

  skipText(type: string): void {
    if (type === "wstring") throw new TableError("texts of the type wstring cannot be read");
    // Reading the count moves the position, so that must come first.
    const length = this.count();
    this.#pos += length;
  }

  /** Moves past values, and returns where the first one is. */
  #take(size: number, count: number): number {
    const alignment = Math.min(size, this.#mostAlignment);
    // The four bytes at the beginning are a multiple of all but eight.
    const gap = alignment === 1 ? 0 : (alignment - ((this.#pos - 4) % alignment)) % alignment;
    const start = this.#pos + gap;
    if (!(start + size * count <= this.#bytes.length)) throw new TableError("a message ends too early");
    this.#pos = start + size * count;
    return start;
  }
}

const utf8 = new TextDecoder();

/** Forms of CDR by their second byte: the first version, and the second one, which aligns to four bytes at most. */
const KINDS = new Map<number, { readonly isLittle: boolean; readonly mostAlignment: number }>(
  [
    [0x00, 0x01, 8],
    [0x06, 0x07, 4],
    [0x10, 0x11, 4],
  ].flatMap(([big, little, mostAlignment]) => [
    [big!, { isLittle: false, mostAlignment: mostAlignment! }] as const,
    [little!, { isLittle: true, mostAlignment: mostAlignment! }] as const,
  ]),
);
