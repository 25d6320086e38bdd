import type { FieldKind } from "@orrery/msgs";
import { WireReader } from "@orrery/msgs/wire-reader";
import type { FieldPath } from "./field-path.ts";
import type { ProtoStep, ProtoTypes } from "./proto-types.ts";
import { scalar, WIRE_TYPES } from "./wire-scalars.ts";

/** A field on the way to a number, as it is found in bytes. */
interface WireStep {
  readonly number: number;
  readonly kind: FieldKind;
  readonly wireType: number;
  /** The position in a list. */
  readonly index: number | undefined;
  /** The text or other key that an element of a list, or an entry of a map, must have. */
  readonly key: { readonly number: number; readonly kind: FieldKind; readonly text: string } | undefined;
  readonly isMap: boolean;
  readonly rivals: ReadonlySet<number>;
  readonly absent: number;
}

/**
 * Makes a function that reads one number out of a message's bytes, like `numberReader` out of a decoded message, without
 * decoding the rest. Integers beyond 2^53 are rounded. Throws a MessageError where the bytes are damaged.
 */
export function wireNumberReader(
  types: ProtoTypes,
  type: string,
  path: FieldPath,
  absence: "default" | "nothing" = "default",
): (bytes: Uint8Array) => number {
  const steps = types.steps(type, path, absence).flatMap((step, i, all) => wireSteps(step, all[i + 1]?.absent ?? 0));
  return (bytes) => {
    const search = { reader: new WireReader(bytes), steps, depth: 0 };
    return findIn(search, bytes.length, 0) ?? steps[search.depth]!.absent;
  };
}

/** A map is a list of messages with a key and a value. */
function wireSteps({ field, choice, nameField, rivals, absent }: ProtoStep, absentBelow: number): WireStep[] {
  const { number, kind, mapKey } = field;
  const [index, text] = typeof choice === "number" ? [choice, undefined] : [undefined, choice];
  const step = { number, kind, wireType: WIRE_TYPES[kind], index, key: undefined, isMap: false, rivals, absent };
  if (mapKey === undefined) {
    // Without a text in its elements, no element of the list has a name.
    const key = text === undefined ? undefined : { number: nameField?.number ?? NaN, kind: "string" as const, text };
    return [{ ...step, key }];
  }
  const entry = {
    ...step,
    kind: "message",
    wireType: 2,
    isMap: true,
    key: { number: 1, kind: mapKey, text: text! },
  } as const;
  const value = { ...step, number: 2, rivals: new Set<number>(), absent: kind === "message" ? absentBelow : 0 };
  return [entry, value];
}

interface Search {
  readonly reader: WireReader;
  readonly steps: readonly WireStep[];
  /** The step whose field is missing, if no number is found. */
  depth: number;
}

/** Searches the message up to `end` for what the step at `i` leads to. */
function findIn(search: Search, end: number, i: number): number | undefined {
  const { reader, steps } = search;
  const { number, kind, wireType, index, key, isMap, rivals } = steps[i]!;
  const isLast = i === steps.length - 1;
  let found: number | undefined;
  /** Elements of a list that have gone by. */
  let passed = 0;
  search.depth = Math.max(search.depth, i);
  reader.end = end;
  while (reader.pos < end && !(passed > index!)) {
    const tag = reader.small();
    const [fieldNumber, type] = [Math.floor(tag / 8), tag & 7];
    if (fieldNumber !== number) {
      // The last member of a oneof is the one that counts.
      if (rivals.has(fieldNumber)) [found, search.depth] = [undefined, i];
      reader.skip(tag);
    } else if (type === wireType && wireType === 2) {
      const stop = reader.size() + reader.pos;
      if (key === undefined ? index === undefined || index === passed : hasKey(reader, stop, key)) {
        // The last entry of a key replaces earlier ones; other messages are merged.
        if (isMap) [found, search.depth] = [undefined, i];
        found = (isLast ? undefined : findIn(search, stop, i + 1)) ?? found;
        if (key !== undefined && !isMap) return found;
      }
      passed++;
      [reader.end, reader.pos] = [end, stop];
    } else if (type === wireType) {
      const value = scalar(reader, kind);
      if (index === undefined || index === passed++) found = value;
    } else if (type === 2 && index !== undefined) {
      const stop = reader.size() + reader.pos;
      const part = packed(reader, stop, kind, index - passed);
      found = part.value ?? found;
      passed += part.count;
      reader.pos = stop;
    } else reader.skip(tag);
  }
  return found;
}

/** Returns whether a message has this key or name. Leaves the reader at its beginning. */
function hasKey(reader: WireReader, stop: number, { number, kind, text }: NonNullable<WireStep["key"]>): boolean {
  const [start, end] = [reader.pos, reader.end];
  let key = kind === "string" ? "" : kind === "bool" ? "false" : "0";
  reader.end = stop;
  while (reader.pos < stop) {
    const tag = reader.small();
    if (Math.floor(tag / 8) !== number || (tag & 7) !== WIRE_TYPES[kind]) reader.skip(tag);
    else if (kind === "string") key = reader.text();
    else key = kind === "bool" ? String(scalar(reader, kind) === 1) : String(scalar(reader, kind));
  }
  [reader.end, reader.pos] = [end, start];
  return key === text && !Number.isNaN(number);
}

/** Reads the element of a packed list that is `left` further, and counts all of them. */
function packed(
  reader: WireReader,
  stop: number,
  kind: FieldKind,
  left: number,
): { readonly value: number | undefined; readonly count: number } {
  const width = WIRE_TYPES[kind] === 1 ? 8 : WIRE_TYPES[kind] === 5 ? 4 : 0;
  const start = reader.pos;
  if (width > 0) {
    const count = Math.floor((stop - start) / width);
    if (left < 0 || left >= count) return { value: undefined, count };
    reader.pos = start + left * width;
    return { value: scalar(reader, kind), count };
  }
  let count = 0;
  let value: number | undefined;
  for (; reader.pos < stop; count++) {
    const one = scalar(reader, kind);
    if (count === left) value = one;
  }
  return { value, count };
}
