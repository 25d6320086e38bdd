import { TableError } from "../table-error.ts";

export type ThriftValue = number | boolean | Uint8Array | readonly ThriftValue[] | ThriftStruct;

/** Fields by their numbers. */
export type ThriftStruct = ReadonlyMap<number, ThriftValue>;

/** No file of ours or of others is nested deeper. */
const MOST_DEPTH = 32;

/**
 * Reads Thrift's compact protocol from bytes that may be damaged: every length is compared with the bytes that are left
 * before memory is taken for it. Integers beyond 2^53 are rounded.
 */
export class ThriftReader {
  pos: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array, pos = 0) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.pos = pos;
  }

  struct(depth = 0): ThriftStruct {
    if (depth > MOST_DEPTH) throw new TableError("its description is nested too deeply");
    const fields = new Map<number, ThriftValue>();
    let id = 0;
    for (;;) {
      const head = this.#byte();
      if (head === 0) return fields;
      const delta = head >> 4;
      id = delta === 0 ? this.#signed() : id + delta;
      const type = head & 15;
      // In fields, the type of a boolean is its value.
      fields.set(id, type === 1 || type === 2 ? type === 1 : this.#value(type, depth));
    }
  }

  #value(type: number, depth: number): ThriftValue {
    switch (type) {
      case 1:
      case 2:
        return this.#byte() === 1;
      case 3:
        return (this.#byte() << 24) >> 24;
      case 4:
      case 5:
      case 6:
        return this.#signed();
      case 7:
        this.#need(8);
        this.pos += 8;
        return this.#view.getFloat64(this.pos - 8, true);
      case 8: {
        const length = this.#need(this.#unsigned());
        this.pos += length;
        return this.#bytes.subarray(this.pos - length, this.pos);
      }
      case 9:
      case 10:
        return this.#list(depth);
      case 12:
        return this.struct(depth + 1);
      default:
        throw new TableError(`its description has a part of the unknown kind ${type}`);
    }
  }

  #list(depth: number): ThriftValue[] {
    if (depth > MOST_DEPTH) throw new TableError("its description is nested too deeply");
    const head = this.#byte();
    // Each element takes a byte at least.
    const length = this.#need(head >> 4 === 15 ? this.#unsigned() : head >> 4);
    const items: ThriftValue[] = [];
    for (let i = 0; i < length; i++) items.push(this.#value(head & 15, depth + 1));
    return items;
  }

  #byte(): number {
    this.#need(1);
    return this.#bytes[this.pos++]!;
  }

  #unsigned(): number {
    let value = 0;
    let weight = 1;
    for (let i = 0; i < 10; i++) {
      const byte = this.#byte();
      value += (byte & 127) * weight;
      if (byte < 128) return value;
      weight *= 128;
    }
    throw new TableError("its description has a number of too many bytes");
  }

  #signed(): number {
    const value = this.#unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  #need(length: number): number {
    if (length > this.#bytes.length - this.pos) throw new TableError("its description ends too early");
    return length;
  }
}
