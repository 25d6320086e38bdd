import type { MessageRegistry } from "@orrery/msgs";
import { logTypes } from "./log-channels.ts";
import { readingLog } from "./log-error.ts";
import { decodeEvents, type LogEvent } from "./log-events.ts";
import type { LogFile, LogPosition } from "./log-file.ts";
import { entryAt, isBefore, sampleAfter, sampleUntil } from "./log-positions.ts";

type Decoder = Pick<MessageRegistry, "decode">;

/**
 * Lists the commands and jumps of a log in order: from the parts of its list, and from the chunks that these do not
 * cover, such as all chunks of an older log and the last ones of a log that was cut off. `onDamage` gets a LogError for
 * each part that cannot be read.
 */
export function eventsOf(log: LogFile, messages: Decoder, onDamage: (error: unknown) => void): LogEvent[] {
  const { events, end } = listed(log, onDamage);
  for (const [chunk, indexed] of log.chunks.entries()) {
    if (indexed.offset < end || (!log.has(indexed, "jump") && !log.has(indexed, "command"))) continue;
    try {
      readingLog(log.source.name, () => events.push(...eventsIn(log, chunk, messages)));
    } catch (error) {
      onDamage(error);
    }
  }
  return events.toSorted((a, b) => a.logNs - b.logNs);
}

/** Reads the parts of the list. Those after a damaged one are not used: their events are read from the chunks. */
function listed(
  log: LogFile,
  onDamage: (error: unknown) => void,
): { readonly events: LogEvent[]; readonly end: number } {
  const events: LogEvent[] = [];
  let end = 0;
  try {
    readingLog(log.source.name, () => {
      for (const place of log.events) {
        const part = decodeEvents(log.attachment(place));
        events.push(...part.events);
        end = Math.max(end, part.end);
      }
    });
  } catch (error) {
    onDamage(error);
  }
  return { events, end };
}

function* eventsIn(log: LogFile, chunk: number, messages: Decoder): Iterable<LogEvent> {
  for (const [i, { kind, logNs, bytes }] of log.entries(chunk).entries()) {
    if (kind === "command") yield { kind, logNs, mark: messages.decode(logTypes.command, bytes) };
    if (kind === "jump") yield* jumpAt(log, { chunk, entry: i }, messages);
  }
}

/** Returns the jump at a position, unless nothing of its destination is in the log. */
function jumpAt(log: LogFile, place: LogPosition, messages: Decoder): LogEvent[] {
  if (isBefore(place, log.first)) return [];
  const { logNs, bytes } = entryAt(log, place);
  const jump = messages.decode(logTypes.jump, bytes);
  const first = sampleAfter(log, place);
  // The log was cut off right after it.
  if (first === undefined) return [];
  const after = entryAt(log, first);
  const before = entryAt(log, sampleUntil(log, after.logNs - 1));
  return [{ kind: "jump", logNs, jump, before, after }];
}
