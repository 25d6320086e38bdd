import { sameBytes } from "../base/same-bytes.ts";
import { messages } from "@orrery/msgs";
import type { Nanoseconds } from "../base/time.ts";
import { hasSameComponents } from "../ecs/state-hash.ts";
import { World } from "../ecs/world.ts";
import { diffWorlds, type ComponentDifference } from "./diff-worlds.ts";
import { logTypes, type LogEntry } from "./log-channels.ts";
import { LogCursor } from "./log-cursor.ts";
import type { LogFile } from "./log-file.ts";
import { sectionsOf, type LogSection } from "./log-sections.ts";

export interface LogDiff {
  /** Number of moments that both logs have, and at which they were the same. */
  readonly same: number;
  /** Where they differ first; undefined if they never do. */
  readonly differsAtNs: Nanoseconds | undefined;
  readonly parts: readonly ComponentDifference[];
  /** The first input that differs, before the states do; undefined if there is none. */
  readonly input: InputDifference | undefined;
  /** The simulated times at which the logs end. */
  readonly ends: readonly [one: Nanoseconds, other: Nanoseconds];
}

export interface InputDifference {
  readonly timeNs: Nanoseconds;
  /** What each log has there; undefined if it has no more inputs. */
  readonly one: string | undefined;
  readonly other: string | undefined;
}

/** Compares two logs at all moments that both have: in the same stretch, at the same simulated time. */
export function diffLogs(
  logs: readonly [LogFile, LogFile],
  { most, onProgress }: { readonly most: number; readonly onProgress: (timeNs: Nanoseconds) => void },
): LogDiff {
  const [one, other] = [new Side(logs[0]), new Side(logs[1])];
  let same = 0;
  for (;;) {
    const order = one.section - other.section || one.timeNs - other.timeNs;
    if (order === 0) {
      if (!hasSameComponents(one.world, other.world)) break;
      same++;
      onProgress(one.timeNs);
    }
    const hasMore = (order > 0 || one.next()) && (order < 0 || other.next());
    if (!hasMore) return { same, differsAtNs: undefined, parts: [], input: undefined, ends: [one.endNs, other.endNs] };
  }
  const parts = diffWorlds(one.world, other.world, most);
  const input = diffInputs(logs, [one.logNs, other.logNs]);
  return { same, differsAtNs: one.timeNs, parts, input, ends: [one.endNs, other.endNs] };
}

/** One of the logs, at a moment. */
class Side {
  readonly world = new World();
  readonly #cursor: LogCursor;
  readonly #sections: readonly LogSection[];
  #section = 0;

  constructor(log: LogFile) {
    this.#sections = sectionsOf(log, messages, throwOn);
    this.#cursor = new LogCursor(log, this.world, this.world.create());
  }

  get section(): number {
    return this.#section;
  }

  get timeNs(): Nanoseconds {
    return this.#cursor.entry.simNs;
  }

  get logNs(): number {
    return this.#cursor.entry.logNs;
  }

  get endNs(): Nanoseconds {
    return this.#sections.at(-1)!.end.timeNs;
  }

  /** Goes to the next sample. Returns whether there is one. */
  next(): boolean {
    if (!this.#cursor.showNext()) return false;
    while (this.logNs >= this.#sections[this.#section]!.endNs) this.#section++;
    return true;
  }
}

/** Finds the first input that differs, until those log times. */
function diffInputs(logs: readonly [LogFile, LogFile], until: readonly [number, number]): InputDifference | undefined {
  const [ones, others] = [inputsOf(logs[0], until[0]), inputsOf(logs[1], until[1])];
  for (;;) {
    const [one, other] = [ones.next().value, others.next().value];
    if (one === undefined && other === undefined) return undefined;
    if (one !== undefined && other !== undefined && isSameInput(one, other)) continue;
    const timeNs = Math.min(one?.simNs ?? Infinity, other?.simNs ?? Infinity);
    return { timeNs, one: one && describe(one), other: other && describe(other) };
  }
}

function* inputsOf(log: LogFile, untilNs: number): Generator<LogEntry, undefined> {
  for (const [chunk, indexed] of log.chunks.entries()) {
    if (indexed.startNs > untilNs) return undefined;
    if (!log.has(indexed, "input")) continue;
    for (const entry of log.entries(chunk)) if (entry.kind === "input" && entry.logNs <= untilNs) yield entry;
  }
  return undefined;
}

function isSameInput(one: LogEntry, other: LogEntry): boolean {
  const [a, b] = [one, other].map(({ bytes }) => ({ ...messages.decode(logTypes.input, bytes), sequence: 0 }));
  return sameBytes(messages.encode(logTypes.input, a!), messages.encode(logTypes.input, b!));
}

function describe({ bytes }: LogEntry): string {
  const { kind = "", name = "", step = 0, caller_name: by = "" } = messages.decode(logTypes.input, bytes);
  return `${kind}${name === "" ? "" : ` ${name}`} at step ${step}${by === "" ? "" : `, by ${by}`}`;
}

function throwOn(error: unknown): never {
  throw error;
}
