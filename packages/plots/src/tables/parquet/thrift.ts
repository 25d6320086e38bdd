import { TableError } from "../table-error.ts";
import { PackedReader } from "./packed-reader.ts";

export type ThriftValue = number | boolean | Uint8Array | readonly ThriftValue[] | ThriftStruct;

/** Fields by their numbers. */
export type ThriftStruct = ReadonlyMap<number, ThriftValue>;

/** No file of ours or of others is nested deeper. */
const MAX_DEPTH = 32;

/**
 * Reads Thrift's compact protocol from bytes that may be damaged: every length is compared with the bytes that are left
 * before memory is taken for it. Integers beyond 2^53 are rounded.
 */
export class ThriftReader {
  readonly #from: PackedReader;

  constructor(bytes: Uint8Array) {
    this.#from = new PackedReader(bytes, "its description");
  }

  get remaining(): number {
    return this.#from.remaining;
  }

  struct(depth = 0): ThriftStruct {
    if (depth > MAX_DEPTH) throw new TableError("its description is nested too deeply");
    const fields = new Map<number, ThriftValue>();
    let id = 0;
    for (;;) {
      const head = this.#from.u8();
      if (head === 0) return fields;
      const delta = head >> 4;
      id = delta === 0 ? this.#from.signed() : id + delta;
      const type = head & 15;
      // In fields, the type of a boolean is its value.
      fields.set(id, type === 1 || type === 2 ? type === 1 : this.#value(type, depth));
    }
  }

  #value(type: number, depth: number): ThriftValue {
    switch (type) {
      case 1:
      case 2:
        return this.#from.u8() === 1;
      case 3:
        return (this.#from.u8() << 24) >> 24;
      case 4:
      case 5:
      case 6:
        return this.#from.signed();
      case 7:
        return this.#from.f64();
      case 8:
        return this.#from.slice(this.#from.unsigned());
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
    if (depth > MAX_DEPTH) throw new TableError("its description is nested too deeply");
    const head = this.#from.u8();
    // Each element takes a byte at least.
    const length = head >> 4 === 15 ? this.#from.unsigned() : head >> 4;
    this.#from.need(length);
    const items: ThriftValue[] = [];
    for (let i = 0; i < length; i++) items.push(this.#value(head & 15, depth + 1));
    return items;
  }
}
