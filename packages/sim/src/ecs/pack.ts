import { ByteReader } from "../base/byte-reader.ts";

/**
 * Converts a component's value to bytes and back. Equal values must give equal bytes, because hashes are computed from
 * these.
 */
export interface Serialiser<T> {
  encode(value: T): Uint8Array;
  decode(bytes: Uint8Array): T;
}

/**
 * Returns the serialiser of plain data: numbers (exact), texts, booleans, arrays, objects, typed arrays, undefined,
 * null.
 */
export function packed<T>(): Serialiser<T> {
  return { encode: pack, decode: (bytes) => unpack(bytes) as T };
}

/**
 * Returns a value as bytes. Keys are sorted, so that the result does not depend on the order in which an object was
 * built.
 */
export function pack(value: unknown): Uint8Array {
  const writer = new PackWriter(room);
  writer.value(value);
  return writer.finish();
}

/** Used by one `pack` at a time; values that need more room continue in their own memory. */
const room = new Uint8Array(1024);

export function unpack(bytes: Uint8Array): unknown {
  const reader = new PackReader(bytes);
  const value = reader.value(0);
  if (!reader.atEnd) throw new PackError("bytes are left over after the value");
  return value;
}

export class PackError extends Error {}

const UNDEFINED = 0;
const NULL = 1;
const FALSE = 2;
const TRUE = 3;
const NUMBER = 4;
/** A whole number from 0 to 2³² − 1, as a varint. */
const COUNT = 5;
const TEXT = 6;
const ARRAY = 7;
const OBJECT = 8;
/** Typed arrays: BINARY + index into `arrayTypes`. */
const BINARY = 16;

const arrayTypes = [Uint8Array, Int32Array, Uint32Array, Float32Array, Float64Array] as const;
const MAX_DEPTH = 200;
/** Shorter texts are written here; their length takes one byte. */
const SHORT = 48;
const encoder = new TextEncoder();

/** A growing byte buffer with the few primitives of Orrery's binary formats; little-endian. */
export class PackWriter {
  #bytes: Uint8Array;
  #view: DataView;
  #at = 0;

  /** Begins in `into`; anything that does not fit continues in its own memory. */
  constructor(into: Uint8Array = new Uint8Array(64)) {
    this.#bytes = into;
    this.#view = new DataView(into.buffer, into.byteOffset, into.byteLength);
  }

  value(value: unknown, depth = 0): void {
    if (depth > MAX_DEPTH) throw new PackError("nested too deeply, or refers to itself");
    if (value === undefined) this.byte(UNDEFINED);
    else if (value === null) this.byte(NULL);
    else if (typeof value === "boolean") this.byte(value ? TRUE : FALSE);
    else if (typeof value === "number") this.#number(value);
    else if (typeof value === "string") {
      this.byte(TEXT);
      this.text(value);
    } else if (Array.isArray(value)) {
      this.byte(ARRAY);
      this.count(value.length);
      for (const item of value) this.value(item, depth + 1);
    } else if (ArrayBuffer.isView(value)) this.#binary(value);
    else if (isPlainObject(value)) this.#object(value, depth);
    else throw new PackError(`a ${typeof value === "object" ? value.constructor.name : typeof value} cannot be stored`);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#at++] = value;
  }

  /** Writes a whole number from 0 to 2⁵³ with seven bits per byte. */
  count(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#at++] = (rest % 0x80) + 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#at++] = rest;
  }

  double(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  text(value: string): void {
    if (value.length < SHORT && this.#ascii(value)) return;
    if (!value.isWellFormed()) throw new PackError("half of a surrogate pair cannot be stored");
    this.blob(encoder.encode(value));
  }

  blob(bytes: Uint8Array): void {
    this.count(bytes.length);
    this.#raw(bytes);
  }

  /**
   * Writes the same as `text` and returns true if all characters are ASCII: for names of fields this takes a fifth of
   * the time of calling an encoder.
   */
  #ascii(value: string): boolean {
    this.#reserve(value.length + 1);
    this.#bytes[this.#at] = value.length;
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (code > 0x7f) return false;
      this.#bytes[this.#at + 1 + i] = code;
    }
    this.#at += value.length + 1;
    return true;
  }

  /**
   * Returns the bytes where they were written, without the copy that `finish` makes; the writer must not be used again.
   */
  take(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes.subarray(0, this.#at));
  }

  #number(value: number): void {
    if (value >= 0 && value <= 0xffffffff && Number.isInteger(value) && !Object.is(value, -0)) {
      this.byte(COUNT);
      this.count(value);
    } else {
      this.byte(NUMBER);
      this.double(value);
    }
  }

  #object(value: Record<string, unknown>, depth: number): void {
    const keys = sorted(Object.keys(value));
    this.byte(OBJECT);
    this.count(keys.length);
    for (const key of keys) {
      this.text(key);
      this.value(value[key], depth + 1);
    }
  }

  #binary(value: ArrayBufferView): void {
    const type = arrayTypes.findIndex((candidate) => value instanceof candidate);
    if (type < 0) throw new PackError(`a ${value.constructor.name} cannot be stored`);
    this.byte(BINARY + type);
    this.blob(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  }

  #raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  #reserve(size: number): void {
    if (this.#at + size <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#at + size, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** Sorts in place. Objects have few keys, for which `sort` with its temporary arrays would take three times as long. */
function sorted(keys: string[]): string[] {
  if (keys.length > 16) return keys.sort();
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i]!;
    let at = i;
    for (; at > 0 && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
  }
  return keys;
}

/**
 * Returns whether an object can be packed: a Map, a Date or an instance of a class would be read back as something
 * different, or empty.
 */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * Reads the output of a PackWriter. Every length is checked against the remaining bytes, so invalid bytes cause a
 * PackError.
 */
export class PackReader {
  readonly #from: ByteReader;

  constructor(bytes: Uint8Array) {
    this.#from = new ByteReader(bytes, packError);
  }

  get atEnd(): boolean {
    return this.#from.atEnd;
  }

  value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new PackError("nested too deeply");
    const type = this.#from.u8();
    switch (type) {
      case UNDEFINED:
        return undefined;
      case NULL:
        return null;
      case FALSE:
        return false;
      case TRUE:
        return true;
      case NUMBER:
        return this.double();
      case COUNT:
        return this.count();
      case TEXT:
        return this.text();
      case ARRAY:
        return Array.from({ length: this.items() }, () => this.value(depth + 1));
      case OBJECT:
        return this.#object(depth);
      default:
        return this.#binary(type - BINARY);
    }
  }

  count(): number {
    return this.#from.varint();
  }

  /** Reads a count of items that take at least a byte each: never more than the number of remaining bytes. */
  items(): number {
    const count = this.count();
    this.#from.need(count);
    return count;
  }

  double(): number {
    return this.#from.f64();
  }

  text(): string {
    return this.#from.text(this.count());
  }

  /** Reads bytes as a view of the input, not a copy. */
  blob(): Uint8Array {
    return this.#from.slice(this.count());
  }

  #object(depth: number): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    for (let rest = this.items(); rest > 0; rest--) {
      const key = this.text();
      // A plain assignment of "__proto__" would change the object's prototype.
      Object.defineProperty(value, key, {
        value: this.value(depth + 1),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return value;
  }

  #binary(index: number): ArrayBufferView {
    const type = arrayTypes[index];
    if (type === undefined) throw new PackError("unknown kind of value");
    const bytes = this.blob().slice();
    if (bytes.length % type.BYTES_PER_ELEMENT !== 0) throw new PackError("a number array is cut off");
    return new type(bytes.buffer);
  }
}

/** Makes the errors of formats that are written with PackWriter or accompany them. */
export const packError = (problem: string): PackError => new PackError(problem);
