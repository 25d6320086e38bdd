import { ByteReader } from "@orrery/sim/front";
import { TableError } from "../table-error.ts";

/** Reads numbers as Parquet packs them: with seven bits per byte, or with any number of bits. */
export class PackedReader extends ByteReader {
  readonly #what: string;

  /** `what` says in errors what is read, such as "a page". */
  constructor(bytes: Uint8Array, what: string) {
    super(bytes, (problem) => new TableError(`${what} is damaged: ${problem}`));
    this.#what = what;
  }

  /** Reads a number of up to 64 bits. Beyond 2^53 it is rounded. */
  unsigned(): number {
    let value = 0;
    let weight = 1;
    for (let count = 0; count < MAX_BYTES; count++) {
      const byte = this.u8();
      value += (byte & 127) * weight;
      if (byte < 128) return value;
      weight *= 128;
    }
    throw this.#tooLong();
  }

  /** Reads a number of which every second one is negative. Beyond 2^53 it is rounded. */
  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** Reads the same exactly. */
  wideSigned(): bigint {
    let value = 0n;
    for (let count = 0n; count < MAX_BYTES; count++) {
      const byte = this.u8();
      value |= BigInt(byte & 127) << (7n * count);
      if (byte < 128) return (value >> 1n) ^ -(value & 1n);
    }
    throw this.#tooLong();
  }

  /** Reads up to 32 bits, the lowest ones first, `from` bits further on. Does not move. */
  bits(width: number, from = 0): number {
    let value = 0;
    let weight = 1;
    let [at, bit, left] = [this.take(0) + (from >> 3), from & 7, width];
    this.need((from >> 3) + Math.ceil((bit + width) / 8));
    while (left > 0) {
      const taken = Math.min(8 - bit, left);
      value += ((this.bytes[at++]! >> bit) & ((1 << taken) - 1)) * weight;
      weight *= 1 << taken;
      left -= taken;
      bit = 0;
    }
    return value;
  }

  /** The same for up to 64 bits. */
  wideBits(width: number, from: number): bigint {
    if (width <= 32) return BigInt(width === 0 ? 0 : this.bits(width, from));
    return BigInt(this.bits(32, from)) | (BigInt(this.bits(width - 32, from + 32)) << 32n);
  }

  #tooLong(): TableError {
    return new TableError(`${this.#what} has a number of too many bytes`);
  }
}

/** Bytes of a number of 64 bits at most. */
const MAX_BYTES = 10;
