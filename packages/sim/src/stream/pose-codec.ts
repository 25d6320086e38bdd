import { ByteReader } from "../base/byte-reader.ts";
import { Pose } from "../components/pose.ts";
import type { ComponentWrites } from "../ecs/delta.ts";
import { PackError, packError } from "../ecs/pack.ts";

/** In metres; positions are whole multiples of it. */
const STEP = 1e-4;
/** Metres along an axis; larger positions are sent as exact doubles. */
const REACH = 800;
const MIDDLE = 0x800000;
/**
 * The three smaller parts of a unit quaternion lie within ±√½; each side of that range is divided into this many steps.
 */
const TURNS = 2047;
/** A flag in the first byte of an entry: seven doubles follow instead. */
const EXACT = 0x80;
const STRIDE = 7;

/**
 * Encodes the poses of bodies that moved, in 14 bytes each plus one or two for the id, accurate to 0.09 mm and 0.08°:
 * the difference of ids, then the rotation in 5 bytes (the index of the largest part, and the other three in 12 bits
 * each), then the position in 9 bytes.
 */
export function encodePoses({ entities, data }: Pick<ComponentWrites, "entities" | "data">): Uint8Array<ArrayBuffer> {
  const numbers = data as Float64Array;
  const order = isAscending(entities) ? undefined : orderOf(entities);
  const writer = new PoseWriter(entities.length * 19 + 5);
  writer.count(entities.length);
  let last = 0;
  for (let place = 0; place < entities.length; place++) {
    const i = order === undefined ? place : order[place]!;
    writer.count(entities[i]! - last);
    last = entities[i]!;
    if (isCompact(numbers, i * STRIDE)) writer.compact(numbers, i * STRIDE);
    else writer.exact(numbers, i * STRIDE);
  }
  return writer.finish();
}

/** Memory for decoded poses. It is reused: decoded poses are valid until the next call. */
export class PoseScratch {
  #entities = new Uint32Array();
  #data = new Float64Array();

  take(count: number): { readonly entities: Uint32Array<ArrayBuffer>; readonly data: Float64Array<ArrayBuffer> } {
    if (count > this.#entities.length) {
      this.#entities = new Uint32Array(count);
      this.#data = new Float64Array(count * STRIDE);
    }
    return { entities: this.#entities.subarray(0, count), data: this.#data.subarray(0, count * STRIDE) };
  }
}

/**
 * Decodes poses, into new memory unless a scratch is given. Throws a PackError for anything that encodePoses would not
 * have written.
 */
export function decodePoses(bytes: Uint8Array, scratch = new PoseScratch()): ComponentWrites {
  const reader = new ByteReader(bytes, packError);
  const count = reader.varint();
  if (count * SMALLEST > bytes.length) throw new PackError("more poses than there is room for");
  const { entities, data } = scratch.take(count);
  let last = 0;
  for (let i = 0; i < count; i++) {
    const gap = reader.varint();
    last += gap;
    if (gap === 0 || last > 0xffffffff) throw new PackError("poses are not in the order of their entities");
    entities[i] = last;
    readPose(reader, data, i * STRIDE);
  }
  if (!reader.atEnd) throw new PackError("bytes are left over after the poses");
  return { component: Pose, entities, data };
}

/** Bytes of the smallest entry, and of the largest. */
const SMALLEST = 15;
const LARGEST = 62;

function orderOf(ids: Uint32Array): Uint32Array {
  return Uint32Array.from(ids, (_, i) => i).sort((a, b) => ids[a]! - ids[b]!);
}

function isAscending(ids: Uint32Array): boolean {
  for (let i = 1; i < ids.length; i++) if (ids[i]! <= ids[i - 1]!) return false;
  return true;
}

/** Returns whether a pose is within reach and has a unit quaternion; false for NaN. */
function isCompact(data: Float64Array, at: number): boolean {
  for (let k = 0; k < 3; k++) if (!(Math.abs(data[at + k]!) <= REACH)) return false;
  let size = 0;
  for (let k = 3; k < STRIDE; k++) size += data[at + k]! * data[at + k]!;
  return Math.abs(size - 1) < 1e-6;
}

class PoseWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #at = 0;

  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Writes a count, and makes room for a pose. */
  count(value: number): void {
    this.#reserve(LARGEST);
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes[this.#at++] = (rest % 0x80) + 0x80;
    this.#bytes[this.#at++] = rest;
  }

  compact(data: Float64Array, at: number): void {
    let largest = 0;
    for (let k = 1; k < 4; k++) if (Math.abs(data[at + 3 + k]!) > Math.abs(data[at + 3 + largest]!)) largest = k;
    // A quaternion and its negative are the same rotation: the sign is chosen such that the largest part, which is left
    // out, is positive.
    const scale = (data[at + 3 + largest]! < 0 ? -TURNS : TURNS) / Math.SQRT1_2;
    let high = largest;
    let low = 0;
    for (let k = 0, n = 0; k < 4; k++) {
      if (k === largest) continue;
      const part = Math.min(Math.max(Math.round(data[at + 3 + k]! * scale), -TURNS), TURNS) + TURNS;
      if (n++ === 0) high = high * 4096 + part;
      else low = low * 4096 + part;
    }
    this.#view.setUint16(this.#at, high);
    this.#bytes[this.#at + 2] = low >> 16;
    this.#view.setUint16(this.#at + 3, low & 0xffff);
    this.#at += 5;
    for (let k = 0; k < 3; k++) {
      const steps = Math.round(data[at + k]! / STEP) + MIDDLE;
      this.#bytes[this.#at++] = steps >> 16;
      this.#bytes[this.#at++] = steps >> 8;
      this.#bytes[this.#at++] = steps;
    }
  }

  exact(data: Float64Array, at: number): void {
    this.#bytes[this.#at++] = EXACT;
    for (let k = 0; k < STRIDE; k++, this.#at += 8) this.#view.setFloat64(this.#at, data[at + k]!, true);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#at);
  }

  #reserve(size: number): void {
    if (this.#at + size <= this.#bytes.length) return;
    const grown = new Uint8Array(this.#bytes.length * 2 + size);
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** Reads one pose, in either of the two forms. */
function readPose(from: ByteReader, data: Float64Array, at: number): void {
  const first = from.peek();
  if (first === EXACT) readExact(from, data, at);
  else if (first < 0x40) readCompact(from, data, at);
  else throw new PackError("unknown kind of pose");
}

function readExact(from: ByteReader, data: Float64Array, at: number): void {
  from.u8();
  for (let k = 0; k < STRIDE; k++) data[at + k] = from.f64();
}

function readCompact(from: ByteReader, data: Float64Array, at: number): void {
  const { bytes, view } = from;
  let place = from.take(SMALLEST - 1);
  const high = view.getUint16(place);
  const low = bytes[place + 2]! * 0x10000 + view.getUint16(place + 3);
  place += 5;
  const largest = high >> 12;
  const parts = [high & 4095, low >> 12, low & 4095];
  let rest = 1;
  for (let k = 0, n = 0; k < 4; k++) {
    if (k === largest) continue;
    const part = ((parts[n++]! - TURNS) / TURNS) * Math.SQRT1_2;
    data[at + 3 + k] = part;
    rest -= part * part;
  }
  data[at + 3 + largest] = Math.sqrt(Math.max(rest, 0));
  for (let k = 0; k < 3; k++, place += 3) {
    const steps = bytes[place]! * 0x10000 + view.getUint16(place + 1);
    // Divides, because multiplying by 1e-4 would not give the nearest double.
    data[at + k] = (steps - MIDDLE) / 10_000;
  }
}
