import { hasControl, replaceControl } from "../base/control-characters.ts";
import { TransportError } from "./transport-error.ts";

/** In UTF-8 bytes. Gazebo allows 65535 characters, but such a name would not fit into Orrery's frames. */
export const MAX_NAME_BYTES = 1024;

/**
 * Returns the absolute form of a topic's or service's name: `cmd_vel` in `/model/m` is `/model/m/cmd_vel`. Throws if
 * the name is invalid.
 */
export function absoluteName(kind: "topic" | "service", name: string, namespace = ""): string {
  const problem = nameProblem(name);
  if (problem !== undefined) throw new TransportError(`${kind} name ${JSON.stringify(name.slice(0, 80))} ${problem}`);
  const bare = name.endsWith("/") ? name.slice(0, -1) : name;
  const absolute = bare.startsWith("/") ? bare : `${namespace === "" ? "" : absoluteName(kind, namespace)}/${bare}`;
  if (isTooLong(absolute)) {
    throw new TransportError(
      `${kind} name ${JSON.stringify(absolute.slice(0, 80))}… is longer than ${MAX_NAME_BYTES} bytes`,
    );
  }
  return absolute;
}

/**
 * Returns what is wrong with a name; `undefined` if it is valid. The rules are Gazebo's, plus those needed for text to
 * survive UTF-8.
 */
export function nameProblem(name: string): string | undefined {
  if (name === "") return "is empty";
  if (name === "/") return "is only a slash";
  if (/\s/u.test(name)) return "has a blank in it";
  if (hasControl(name)) return "has a control character in it";
  const forbidden = ["~", "@", "//", ":="].find((part) => name.includes(part));
  if (forbidden !== undefined) return `has "${forbidden}" in it`;
  if (!name.isWellFormed()) return "is not well-formed text";
  return undefined;
}

const encoder = new TextEncoder();

/** Returns whether a name is longer than a frame can carry. */
export function isTooLong(name: string): boolean {
  // Most names are short; the exact count is needed only near the limit.
  return name.length * 3 > MAX_NAME_BYTES && encoder.encode(name).length > MAX_NAME_BYTES;
}

/** Makes a text usable as one part of a name: slashes, and characters not allowed in names, become underscores. */
export function asNamePart(text: string): string {
  return replaceControl(text, "_").replaceAll(/[\s~@/]|:=/g, "_") || "_";
}

/** Returns the prefix of the names of a world's topics and services. */
export function worldPrefix(worldName: string): string {
  return `/world/${asNamePart(worldName)}`;
}

/**
 * Returns whether a name belongs to the host even while unused: everything under `/world/` and `/orrery/`, and the
 * global clock and statistics. Clients can neither publish nor offer services there, except on topics that the world
 * listens to.
 */
export function isHostName(name: string): boolean {
  return /^\/(world|orrery|clock|stats)(\/|$)/.test(name);
}

/** Makes a text usable as a name: blanks become underscores, other characters not allowed in names are left out. */
export function asTopicName(text: string): string {
  return replaceControl(text.trim(), "_")
    .replaceAll(/\s/gu, "_")
    .replaceAll(/[~@]|:=/g, "")
    .replaceAll(/\/{2,}/g, "/");
}
