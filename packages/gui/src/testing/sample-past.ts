import { SECOND } from "@orrery/sim";
import type { PageMark, PagePast, PageStretch } from "../plugins/undo/read-past.ts";

/** Makes a stretch for tests, with times in seconds and marks such as "Move@3". */
export function stretch(
  id: string,
  parent: string,
  start: number,
  end: number,
  marks: readonly string[] = [],
  busy: readonly (readonly [start: number, end: number])[] = [],
): PageStretch {
  return {
    id,
    parent,
    startNs: start * SECOND,
    endNs: end * SECOND,
    marks: marks.map((text, i): PageMark => {
      const [description = "", time] = text.split("@");
      return {
        id: `${id}:${i}`,
        description,
        author: "s1",
        authorName: "Ada",
        timeNs: Number(time) * SECOND,
        since: 0,
      };
    }),
    busy: busy.map(([from, to]) => ({ startNs: from * SECOND, endNs: to * SECOND })),
  };
}

/** Makes a past in which everything can be undone unless `more` says otherwise. */
export function past(stretches: readonly PageStretch[], more: Partial<PagePast>): PagePast {
  const undo = stretches.flatMap(({ marks }) => marks).toReversed();
  const known = { timeline: 1, isOn: true, undo, redo: [], present: "", ahead: "", earliestNs: 0 };
  return { ...known, bytes: 0, byteLimit: 0, commandLimit: 0, forgotten: [], log: "", stretches, ...more };
}
