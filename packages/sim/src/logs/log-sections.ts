import type { MessageRegistry, orrery } from "@orrery/msgs";
import { fromSecNsec } from "../base/time.ts";
import { causeOf } from "../runner/services/history-messages.ts";
import type { Jump, ShownMark, ShownStretch } from "../history/past-view.ts";
import { logTypes, type LogEntry } from "./log-channels.ts";
import type { LogFile, LogPosition } from "./log-file.ts";
import { readingLog } from "./log-error.ts";
import { entryAt, isBefore, sampleAfter, sampleUntil } from "./log-positions.ts";

/** A part of a log in which simulated time only increases: from its beginning or a jump to the next jump or its end. */
export interface LogSection extends ShownStretch {
  /** Log times of its first sample, and of the first sample of the next section. */
  readonly firstNs: number;
  readonly endNs: number;
  readonly marks: readonly LogMark[];
  /** The jump that it begins with. */
  readonly jump: RecordedJump | undefined;
}

/** As published originally, but without its timeline number, because playback counts its own jumps. */
export type RecordedJump = Omit<Jump, "timelineNumber">;

export interface LogMark extends ShownMark {
  /** Log time. Samples before it show the time before the command. */
  readonly logNs: number;
}

/**
 * Lists all sections of a log, in the order in which they were recorded; `onDamage` gets a LogError for each part that
 * cannot be read.
 */
export function sectionsOf(
  log: LogFile,
  messages: Pick<MessageRegistry, "decode">,
  onDamage: (error: unknown) => void,
): LogSection[] {
  return readingLog(log.source.name, () => {
    const { begins, marks } = eventsOf(log, messages, onDamage);
    return begins.map(({ position, jump }, i): LogSection => {
      const { logNs: firstNs, simNs } = entryAt(log, position);
      const next = begins[i + 1];
      const endNs = next === undefined ? Infinity : entryAt(log, next.position).logNs;
      return {
        id: idOf(i),
        parent: i === 0 ? undefined : { id: idOf(i - 1) },
        start: { timeNs: simNs },
        end: { timeNs: entryAt(log, sampleUntil(log, endNs - 1)).simNs },
        firstNs,
        endNs,
        marks: marks.filter(({ logNs }) => logNs >= firstNs && logNs < endNs),
        busy: [],
        jump,
      };
    });
  });
}

interface Begin {
  /** Place of its first sample. */
  readonly position: LogPosition;
  readonly jump: RecordedJump | undefined;
}

function eventsOf(
  log: LogFile,
  messages: Pick<MessageRegistry, "decode">,
  onDamage: (error: unknown) => void,
): { begins: Begin[]; marks: LogMark[] } {
  const begins: Begin[] = [{ position: log.first, jump: undefined }];
  const marks: LogMark[] = [];
  const take = (place: LogPosition, { kind, logNs, bytes }: LogEntry): void => {
    if (kind === "command") marks.push(markOf(messages.decode(logTypes.command, bytes), logNs));
    if (kind !== "jump" || isBefore(place, log.first)) return;
    const jump = jumpOf(messages.decode(logTypes.jump, bytes));
    const first = sampleAfter(log, place);
    // The log was cut off right after it.
    if (first === undefined) return;
    // Of several jumps in a row, only the last one has a sample.
    if (begins.length > 1 && !isBefore(begins.at(-1)!.position, first)) begins.pop();
    begins.push({ position: first, jump });
  };
  for (const [chunk, indexed] of log.chunks.entries()) {
    if (!log.has(indexed, "jump") && !log.has(indexed, "command")) continue;
    try {
      readingLog(log.source.name, () => log.entries(chunk).forEach((each, entry) => take({ chunk, entry }, each)));
    } catch (error) {
      onDamage(error);
    }
  }
  return { begins, marks };
}

/** Returns an id that no command can have, because ids of commands contain a colon. */
function idOf(section: number): string {
  return `section-${section + 1}`;
}

function markOf(
  { id = "", description = "", author = "", author_name = "", sim_time }: orrery.HistoryMark,
  logNs: number,
): LogMark {
  return { id, description, author, authorName: author_name, at: { timeNs: fromSecNsec(sim_time ?? {}) }, logNs };
}

function jumpOf(message: orrery.TimeJump): RecordedJump {
  const { cause = "UNKNOWN", from, to, id = "", description = "", author = "", author_name: authorName = "" } = message;
  return {
    cause: causeOf(cause),
    fromNs: fromSecNsec(from ?? {}),
    toNs: fromSecNsec(to ?? {}),
    mark: id === "" ? undefined : { id, description },
    author,
    authorName,
  };
}
