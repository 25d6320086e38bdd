import {
  joinSeconds,
  resolveNumber,
  stampPaths,
  wireNumberReader,
  type FieldPath,
  type ProtoTypes,
} from "@orrery/plots";
import type { Described } from "../sources/source.ts";
import type { TopicThing } from "./topic-key.ts";
import { describeThing } from "./topic-thing.ts";

/** Reads the numbers of one thing, and their time, from the bytes of messages. */
export interface MessageReader {
  readonly described: Described;
  /** Whether messages of this type can have a time stamp. */
  readonly hasStamps: boolean;
  /** Returns a number for each column; NaN where there is none. */
  read(bytes: Uint8Array): Float64Array;
  /** Returns the stamp of the innermost message around the numbers, in seconds; NaN if there is none. */
  time(bytes: Uint8Array): number;
}

/** Makes the reader of a thing. Throws a FieldError if messages of this type have no such numbers. */
export function messageReader(types: ProtoTypes, type: string, thing: TopicThing): MessageReader {
  const { described, paths } = describeThing(types, type, thing);
  for (const path of paths) resolveNumber(types, type, path);
  const columns = paths.map((path) => wireNumberReader(types, type, path));
  const stamps = stampPaths(types, type, paths[0]!).map(({ seconds, nanoseconds }) => {
    const [sec, nsec] = [seconds, nanoseconds].map((path) => absentReader(types, type, path));
    return (bytes: Uint8Array): number => joinSeconds(sec!(bytes), nsec!(bytes));
  });
  return {
    described,
    hasStamps: stamps.length > 0,
    read: (bytes) => Float64Array.from(columns, (read) => read(bytes)),
    time: (bytes) => {
      for (const stamp of stamps) {
        const time = stamp(bytes);
        if (!Number.isNaN(time)) return time;
      }
      return NaN;
    },
  };
}

/** A message that is absent has no numbers, so that a missing stamp is not taken for the time 0. */
function absentReader(types: ProtoTypes, type: string, path: FieldPath): (bytes: Uint8Array) => number {
  return wireNumberReader(types, type, path, "nothing");
}
