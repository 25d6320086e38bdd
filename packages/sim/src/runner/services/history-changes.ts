import type { orrery } from "@orrery/msgs";
import type { Nanoseconds } from "../../base/time.ts";
import type { BusySpan } from "../../history/busy-spans.ts";
import { listsOf, type ListedMark, type PastView, type ShownMark, type ShownStretch } from "../../history/past-view.ts";
import { historyNumbers, listedMessage, stretchMessage } from "./history-messages.ts";

/** A stretch as last published. */
interface PublishedStretch {
  readonly parent: string;
  readonly startNs: Nanoseconds;
  readonly endNs: Nanoseconds;
  readonly marks: readonly ShownMark[];
  readonly busy: readonly BusySpan[];
}

/**
 * A list of marks as a continuation of the previous one: runs of marks that it had before, and marks added after them.
 */
interface Continued<T> {
  readonly kept: orrery.MarkRun[];
  readonly added: readonly T[];
}

/**
 * Computes the changes of a past since the last call. A message is as small as the change, however long the past is.
 */
export class HistoryChanges {
  readonly #past: PastView;
  #stretches = new Map<string, PublishedStretch>();
  #undo: readonly ListedMark[] = [];
  #redo: readonly ListedMark[] = [];

  constructor(past: PastView) {
    this.#past = past;
    this.next();
  }

  /** Returns the change from which `applyHistoryChange` makes the present history out of the last one. */
  next(): Omit<orrery.HistoryChange, "revision"> {
    const lists = listsOf(this.#past);
    const [undo, redo] = [lists.undo.toReversed(), lists.redo.toReversed()];
    const [undoChange, redoChange] = [
      continued(undo, "", this.#undo, isSameListed),
      continued(redo, "", this.#redo, isSameListed),
    ];
    [this.#undo, this.#redo] = [undo, redo];
    return {
      now: {
        ...historyNumbers(this.#past),
        undo: undoChange.added.map(listedMessage).toReversed(),
        redo: redoChange.added.map(listedMessage).toReversed(),
      },
      undo_kept: undoChange.kept[0] ?? {},
      redo_kept: redoChange.kept[0] ?? {},
      ...this.#nextStretches(),
    };
  }

  #nextStretches(): Pick<orrery.HistoryChange, "stretches" | "gone"> {
    const touched = this.#past.takeTouched();
    const before = this.#stretches;
    const looked = touched ?? this.#past.stretches();
    const changed = looked.filter((stretch) => !isAsKnown(stretch, before.get(stretch.id)));
    const gone = new Set<string>();
    if (touched === undefined) {
      const left = new Set(looked.map(({ id }) => id));
      for (const id of before.keys()) if (!left.has(id)) gone.add(id);
    }
    const places = new Places(before, [...changed.map(({ id }) => id), ...gone]);
    const stretches = changed.map((stretch) => {
      const { kept, added } = continuedFrom(stretch, before.get(stretch.id)?.marks ?? [], places);
      const busy_kept = sameSpans(stretch.busy, before.get(stretch.id)?.busy ?? []);
      const message = stretchMessage(stretch, { marks: added, busy: stretch.busy.slice(busy_kept) });
      return { stretch: message, kept, busy_kept };
    });
    for (const stretch of changed) before.set(stretch.id, knownOf(stretch));
    for (const id of gone) before.delete(id);
    return { stretches, gone: [...gone] };
  }
}

/** Finds the earlier places of marks. Computed only once a mark has moved between stretches. */
class Places {
  readonly #known: ReadonlyMap<string, PublishedStretch>;
  readonly #ids: readonly string[];
  #places: Map<ShownMark, { readonly stretch: string; readonly index: number }> | undefined;

  constructor(known: ReadonlyMap<string, PublishedStretch>, ids: readonly string[]) {
    this.#known = new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id)!]] : [])));
    this.#ids = ids;
  }

  of(mark: ShownMark): { readonly stretch: string; readonly index: number } | undefined {
    this.#places ??= new Map(
      this.#ids.flatMap((id) =>
        (this.#known.get(id)?.marks ?? []).map((each, index) => [each, { stretch: id, index }]),
      ),
    );
    return this.#places.get(mark);
  }
}

function continuedFrom(
  { id, marks }: ShownStretch,
  before: readonly ShownMark[],
  places: Places,
): Continued<ShownMark> {
  const own = continued(marks, id, before);
  if (own.added.length <= 1 || own.kept.length > 0) return own;
  const kept: { stretch: string; first: number; count: number }[] = [];
  for (const [i, mark] of marks.entries()) {
    const place = places.of(mark);
    if (place === undefined) return { kept, added: marks.slice(i) };
    const last = kept.at(-1);
    if (last?.stretch === place.stretch && last.first + last.count === place.index) last.count++;
    else kept.push({ stretch: place.stretch, first: place.index, count: 1 });
  }
  return { kept, added: [] };
}

/**
 * Compares a list with its earlier form. Lists change at their ends only: the first marks are removed, and new ones
 * appended.
 */
function continued<T>(
  marks: readonly T[],
  stretch: string,
  before: readonly T[],
  isSame: (one: T, other: T | undefined) => boolean = Object.is,
): Continued<T> {
  const [oldest] = marks;
  const first = oldest === undefined ? -1 : before.findIndex((mark) => isSame(oldest, mark));
  if (first < 0) return { kept: [], added: marks };
  let count = 0;
  while (count < marks.length && isSame(marks[count]!, before[first + count])) count++;
  return { kept: [{ stretch, first, count }], added: marks.slice(count) };
}

/** Returns how many spans, from the first one on, are unchanged. */
function sameSpans(spans: readonly BusySpan[], before: readonly BusySpan[]): number {
  const other = spans.findIndex((span, i) => !isSameSpan(span, before[i]));
  return other < 0 ? spans.length : other;
}

/** A command that was undone and redone in the meantime counts as listed again. */
function isSameListed({ mark, since }: ListedMark, other: ListedMark | undefined): boolean {
  return other?.mark === mark && other.since === since;
}

function isSameSpan(span: BusySpan | undefined, other: BusySpan | undefined): boolean {
  return span?.startNs === other?.startNs && span?.endNs === other?.endNs;
}

function isAsKnown({ parent, start, end, marks, busy }: ShownStretch, known: PublishedStretch | undefined): boolean {
  if (known === undefined || known.startNs !== start.timeNs || known.endNs !== end.timeNs) return false;
  const isSame =
    known.marks.length === marks.length && known.marks[0] === marks[0] && known.marks.at(-1) === marks.at(-1);
  // Like marks, spans change at their ends only.
  const isAsBusy = known.busy.length === busy.length && isSameSpan(known.busy[0], busy[0]);
  return isSame && isAsBusy && isSameSpan(known.busy.at(-1), busy.at(-1)) && known.parent === (parent?.id ?? "");
}

function knownOf({ parent, start, end, marks, busy }: ShownStretch): PublishedStretch {
  return {
    parent: parent?.id ?? "",
    startNs: start.timeNs,
    endNs: end.timeNs,
    marks: [...marks],
    busy: [...busy],
  };
}
