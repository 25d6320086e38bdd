import { messages, type orrery } from "@orrery/msgs";
import { isSample, logTypes, type LogEntry } from "./log-channels.ts";

/** The name of the attachments with a log's commands and jumps. */
export const EVENTS = "orrery.events";
const EVENTS_TYPE = "orrery.msgs.LogEvents";
export const EVENTS_MEDIA_TYPE = "application/x-protobuf; type=orrery.msgs.LogEvents";

/** A command or a jump of a log. */
export type LogEvent =
  | { readonly kind: "command"; readonly logNs: number; readonly mark: orrery.HistoryMark }
  | {
      readonly kind: "jump";
      readonly logNs: number;
      readonly jump: orrery.TimeJump;
      /** The last sample before it. */
      readonly before: LogMoment;
      /** The first sample after it. */
      readonly after: LogMoment;
    };

/** A sample, by its times. */
export interface LogMoment {
  readonly logNs: number;
  readonly simNs: number;
}

/** Collects the commands and jumps among a log's entries, in order. */
export class EventCollector {
  #events: LogEvent[] = [];
  #lastSample: LogMoment | undefined;
  /** A jump without a sample so far. */
  #open: { readonly logNs: number; readonly jump: orrery.TimeJump; readonly before: LogMoment } | undefined;
  #isBroken = false;

  /** Number of events collected. */
  get size(): number {
    return this.#events.length;
  }

  /** Whether the last entry was a jump, which is listed with the first sample after it. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** After a damaged entry, nothing is collected any more: readers find and report the damage. */
  add(entry: LogEntry): void {
    if (this.#isBroken) return;
    try {
      this.#add(entry);
    } catch {
      this.#isBroken = true;
      this.#events = [];
    }
  }

  /** Returns the events since the last call. */
  take(): readonly LogEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #add(entry: LogEntry): void {
    const { kind, logNs, simNs, bytes } = entry;
    if (kind === "command") this.#events.push({ kind, logNs, mark: messages.decode(logTypes.command, bytes) });
    // Of several jumps in a row, only the last one has a sample. One before all samples leads to the first of them.
    if (kind === "jump" && this.#lastSample !== undefined)
      this.#open = { logNs, jump: messages.decode(logTypes.jump, bytes), before: this.#lastSample };
    if (!isSample(entry)) return;
    const moment = { logNs, simNs };
    if (this.#open !== undefined) this.#events.push({ kind: "jump", ...this.#open, after: moment });
    this.#open = undefined;
    this.#lastSample = moment;
  }
}

export function encodeEvents(events: readonly LogEvent[], end: number): Uint8Array {
  return messages.encode(EVENTS_TYPE, { end, events: events.map(toMessage) });
}

/** Reads a part of the list. Throws if it is damaged. */
export function decodeEvents(bytes: Uint8Array): { readonly events: readonly LogEvent[]; readonly end: number } {
  const { end = 0, events = [] }: orrery.LogEvents = messages.decode(EVENTS_TYPE, bytes);
  return { end, events: events.map(fromMessage) };
}

function toMessage(event: LogEvent): orrery.LogEvent {
  const log_time = event.logNs;
  if (event.kind === "command") return { log_time, command: event.mark };
  return { log_time, jump: event.jump, before: toMoment(event.before), after: toMoment(event.after) };
}

function fromMessage({ log_time: logNs = 0, command, jump, before, after }: orrery.LogEvent): LogEvent {
  if (command !== undefined) return { kind: "command", logNs, mark: command };
  return { kind: "jump", logNs, jump: jump ?? {}, before: fromMoment(before), after: fromMoment(after) };
}

function toMoment({ logNs, simNs }: LogMoment): orrery.LogMoment {
  return { log_time: logNs, sim_time: simNs };
}

function fromMoment({ log_time: logNs = 0, sim_time: simNs = 0 }: orrery.LogMoment = {}): LogMoment {
  return { logNs, simNs };
}
