import type { MessageRegistry, orrery } from "@orrery/msgs";
import { fromSecNsec } from "../base/time.ts";
import { causeOf } from "../runner/services/history-messages.ts";
import type { Jump, ShownMark, ShownStretch } from "../history/past-view.ts";
import type { LogEvent, LogMoment } from "./log-events.ts";
import type { LogFile } from "./log-file.ts";
import { readingLog } from "./log-error.ts";
import { entryAt, lastSample } from "./log-positions.ts";
import { eventsOf } from "./read-events.ts";

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
    const begins: Begin[] = [{ ...entryAt(log, log.first), jump: undefined, before: undefined }];
    const marks: LogMark[] = [];
    for (const event of eventsOf(log, messages, onDamage)) {
      if (event.kind === "command") marks.push(markOf(event.mark, event.logNs));
      else addBegin(begins, event);
    }
    let next = 0;
    return begins.map(({ logNs: firstNs, simNs, jump }, i): LogSection => {
      const following = begins[i + 1];
      const endNs = following?.logNs ?? Infinity;
      const from = next;
      while (next < marks.length && marks[next]!.logNs < endNs) next++;
      return {
        id: idOf(i),
        parent: i === 0 ? undefined : { id: idOf(i - 1) },
        start: { timeNs: simNs },
        end: { timeNs: following?.before?.simNs ?? entryAt(log, lastSample(log)).simNs },
        firstNs,
        endNs,
        marks: marks.slice(from, next).filter(({ logNs }) => logNs >= firstNs),
        busy: [],
        jump,
      };
    });
  });
}

/** The first sample of a section, with the jump to it and the last sample before that. */
interface Begin extends LogMoment {
  readonly jump: RecordedJump | undefined;
  readonly before: LogMoment | undefined;
}

function addBegin(begins: Begin[], { jump, before, after: { logNs, simNs } }: LogEvent & { kind: "jump" }): void {
  // A jump before the first state has nowhere to begin.
  if (logNs <= begins[0]!.logNs) return;
  let earlier = before;
  // Of several jumps in a row, only the last one has a sample.
  if (begins.at(-1)!.logNs >= logNs) earlier = begins.pop()!.before ?? before;
  begins.push({ logNs, simNs, jump: jumpOf(jump), before: earlier });
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
