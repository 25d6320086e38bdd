import type { FieldPath } from "./fields/field-path.ts";
import { chosen, partOf } from "./numeric-fields.ts";

/** Names of the parts of a time: Gazebo's, ROS', protobuf's. */
export const SECONDS = ["sec", "seconds", "secs"] as const;
export const NANOSECONDS = ["nsec", "nanosec", "nanos", "nsecs"] as const;

/** Ways from a message to its time stamp. */
export const STAMPS: readonly FieldPath[] = [["header", "stamp"], ["timestamp"], ["stamp"]];

/**
 * Returns the time of a number in a message, in seconds: the stamp of the innermost message around it that has one, or
 * else when the message was published.
 */
export function messageTime(message: unknown, publishTime: number, path: FieldPath = []): number {
  return stampAround(message, path) ?? publishTime;
}

/** Returns the stamp of the innermost message around a number that has one, in seconds. */
export function stampAround(message: unknown, path: FieldPath): number | undefined {
  let stamp = stampOf(message);
  let value = message;
  for (const step of path) {
    value = Array.isArray(value) ? chosen(value, step, "name") : partOf(value, String(step));
    stamp = stampOf(value) ?? stamp;
  }
  return stamp;
}

/** Returns the time stamp of a message in seconds; undefined when it has none. */
export function stampOf(message: unknown): number | undefined {
  for (const path of STAMPS) {
    const time = path.reduce((value: unknown, name) => partOf(value, String(name)), message);
    if (typeof time !== "object" || time === null) continue;
    const [sec, nsec] = [SECONDS, NANOSECONDS].map((names) => names.map((name) => partOf(time, name)).find(isNumber));
    // Zero is left out of messages.
    if (sec !== undefined || nsec !== undefined || Object.keys(time).length === 0)
      return joinSeconds(sec ?? 0, nsec ?? 0);
  }
  return undefined;
}

/** Returns the double nearest to a time, for times up to 104 days; for later ones, the sum of two doubles. */
export function joinSeconds(sec: number, nsec: number): number {
  const nanoseconds = sec * 1e9 + nsec;
  return Number.isSafeInteger(nanoseconds) ? nanoseconds / 1e9 : sec + nsec / 1e9;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}
