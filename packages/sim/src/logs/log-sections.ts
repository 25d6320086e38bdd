import type { MessageRegistry, orrery } from "@orrery/msgs";
import { fromSecNsec, type Nanoseconds } from "../base/time.ts";
import type { Jump, ShownMark, ShownStretch } from "../history/shown-past.ts";
import { logTypes } from "./log-channels.ts";
import type { LogFile } from "./log-file.ts";
import { entryAt, lastSample } from "./log-places.ts";

/** A part of a log in which simulated time only goes on: from its beginning or a jump to the next jump or its end. */
export interface LogSection extends ShownStretch {
  /** Log time of its first sample. */
  readonly firstNs: number;
  readonly marks: readonly LogMark[];
  /** That it begins with. */
  readonly jump: RecordedJump | undefined;
}

/** As it was told then; the number of the timeline is another in a playback. */
export type RecordedJump = Omit<Jump, "timeline">;

export interface LogMark extends ShownMark {
  /** Log time. Samples before it are of before the command. */
  readonly logNs: number;
}

/** All of a log, in the order in which it was recorded. */
export function sectionsOf(log: LogFile, messages: Pick<MessageRegistry, "decode">): LogSection[] {
  const [first, last] = [entryAt(log, log.first), entryAt(log, lastSample(log))];
  const events = log.chunks.flatMap((chunk, i) =>
    log.has(chunk, "jump") || log.has(chunk, "command")
      ? log.entries(i).filter(({ kind }) => kind === "jump" || kind === "command")
      : [],
  );
  const begins: Begin[] = [{ logNs: first.logNs, startNs: first.simNs, jump: undefined }];
  for (const { logNs, bytes } of events.filter(({ kind }) => kind === "jump")) {
    // Cut off right after it.
    if (logNs > last.logNs) break;
    const jump = jumpOf(messages.decode(logTypes.jump, bytes));
    // Of several at once only the last has left a sample.
    if (begins.at(-1)!.logNs === logNs && begins.length > 1) begins.pop();
    begins.push({ logNs, startNs: jump.toNs, jump });
  }
  const marks = events
    .filter(({ kind }) => kind === "command")
    .map(({ logNs, bytes }) => markOf(messages.decode(logTypes.command, bytes), logNs));
  return begins.map(({ logNs, startNs, jump }, i): LogSection => {
    const next = begins[i + 1];
    return {
      id: idOf(i),
      parent: i === 0 ? undefined : { id: idOf(i - 1) },
      start: { timeNs: startNs },
      end: { timeNs: next?.jump?.fromNs ?? last.simNs },
      firstNs: logNs,
      marks: marks.filter((mark) => mark.logNs >= logNs && mark.logNs < (next?.logNs ?? Infinity)),
      jump,
    };
  });
}

interface Begin {
  readonly logNs: number;
  readonly startNs: Nanoseconds;
  readonly jump: RecordedJump | undefined;
}

/** Commands' ids have a colon. */
function idOf(section: number): string {
  return `section-${section + 1}`;
}

function markOf(
  { id = "", description = "", author = "", author_name = "", sim_time }: orrery.HistoryMark,
  logNs: number,
): LogMark {
  return { id, description, author, authorName: author_name, at: { timeNs: fromSecNsec(sim_time ?? {}) }, logNs };
}

const causes = { UNKNOWN: "go-to", UNDO: "undo", REDO: "redo", GO_TO: "go-to", RESET: "reset", SEEK: "seek" } as const;

function jumpOf(message: orrery.TimeJump): RecordedJump {
  const { cause = "UNKNOWN", from, to, id = "", description = "", author = "", author_name: authorName = "" } = message;
  return {
    cause: typeof cause === "string" ? causes[cause] : "go-to",
    fromNs: fromSecNsec(from ?? {}),
    toNs: fromSecNsec(to ?? {}),
    mark: id === "" ? undefined : { id, description },
    author,
    authorName,
  };
}
