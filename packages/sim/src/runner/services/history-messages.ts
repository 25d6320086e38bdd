import type { orrery } from "@orrery/msgs";
import { toSecNsec } from "../../base/time.ts";
import type { BusySpan } from "../../history/busy-spans.ts";
import {
  listsOf,
  type Jump,
  type ListedMark,
  type PastView,
  type ShownMark,
  type ShownStretch,
} from "../../history/past-view.ts";

/** Returns the fields of a history other than its marks and stretches. */
export function historyNumbers(past: PastView): orrery.History {
  const { enabled, byteLimit, commandLimit } = past.limits;
  return {
    timeline: past.timelineNumber,
    earliest: toSecNsec(past.earliestNs),
    bytes: past.bytes,
    byte_limit: byteLimit,
    present: past.present.id,
    ahead: past.ahead?.id ?? "",
    enabled,
    command_limit: commandLimit,
    log: past.log,
  };
}

export function historyMessage(past: PastView): orrery.History {
  const { undo, redo } = listsOf(past);
  return {
    ...historyNumbers(past),
    undo: undo.map(listedMessage),
    redo: redo.map(listedMessage),
    stretches: past.stretches().map((stretch) => stretchMessage(stretch, stretch)),
  };
}

/** Describes a stretch; `sent` says which parts of its lists the message contains. */
export function stretchMessage(
  stretch: ShownStretch,
  sent: Pick<ShownStretch, "marks" | "busy">,
): orrery.HistoryStretch {
  const { id, parent, start, end, jump } = stretch;
  return {
    id,
    parent: parent?.id ?? "",
    start: toSecNsec(start.timeNs),
    end: toSecNsec(end.timeNs),
    marks: sent.marks.map(markMessage),
    busy: sent.busy.map(spanMessage),
    ...(jump && { jump: jumpMessage({ ...jump, timelineNumber: 0 }) }),
  };
}

function spanMessage({ startNs, endNs }: BusySpan): orrery.HistorySpan {
  return { start: toSecNsec(startNs), end: toSecNsec(endNs) };
}

export function markMessage({ id, description, author, authorName, at }: ShownMark): orrery.HistoryMark {
  return { id, description, author, author_name: authorName, sim_time: toSecNsec(at.timeNs) };
}

export function listedMessage({ mark, since }: ListedMark): orrery.HistoryMark {
  return { ...markMessage(mark), since };
}

const causes = { undo: "UNDO", redo: "REDO", "go-to": "GO_TO", reset: "RESET", seek: "SEEK" } as const;

/** Returns the cause given in a message, or "go-to", which fits any jump, if that cause is unknown here. */
export function causeOf(named: orrery.TimeJump["cause"]): Jump["cause"] {
  const known = (Object.keys(causes) as (keyof typeof causes)[]).find((cause) => causes[cause] === named);
  return known ?? "go-to";
}

export function jumpMessage({ cause, timelineNumber, fromNs, toNs, mark, author, authorName }: Jump): orrery.TimeJump {
  return {
    timeline: timelineNumber,
    cause: causes[cause],
    from: toSecNsec(fromNs),
    to: toSecNsec(toNs),
    id: mark?.id ?? "",
    description: mark?.description ?? "",
    author,
    author_name: authorName,
  };
}
