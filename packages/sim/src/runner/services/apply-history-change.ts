import type { orrery } from "@orrery/msgs";

type Stretches = ReadonlyMap<string, orrery.HistoryStretch>;

/** Returns the history after a change; `undefined` if the change does not follow `before`. */
export function applyHistoryChange(before: orrery.History, change: orrery.HistoryChange): orrery.History | undefined {
  const { revision = 0, now = {}, undo_kept, redo_kept } = change;
  if (revision !== (before.revision ?? 0) + 1) return undefined;
  return {
    ...now,
    revision,
    undo: [...(now.undo ?? []), ...keptOf(before.undo, undo_kept)],
    redo: [...(now.redo ?? []), ...keptOf(before.redo, redo_kept)],
    stretches: stretchesAfter(before.stretches ?? [], change),
  };
}

/** Returns a run of marks, counted from the oldest; lists have the oldest last. */
function keptOf(
  marks: readonly orrery.HistoryMark[] = [],
  { first = 0, count = 0 }: orrery.MarkRun = {},
): typeof marks {
  return marks.slice(marks.length - first - count, marks.length - first);
}

function stretchesAfter(
  before: readonly orrery.HistoryStretch[],
  { stretches: changes = [], gone = [] }: orrery.HistoryChange,
): readonly orrery.HistoryStretch[] {
  if (changes.length === 0 && gone.length === 0) return before;
  const known: Stretches = new Map(before.map((stretch) => [stretch.id ?? "", stretch]));
  const after = new Map(known);
  for (const id of gone) after.delete(id);
  for (const { stretch = {}, kept = [], busy_kept = 0 } of changes) {
    const marks = kept.flatMap(({ stretch: id = "", first = 0, count = 0 }) =>
      (known.get(id)?.marks ?? []).slice(first, first + count),
    );
    const busy = (known.get(stretch.id ?? "")?.busy ?? []).slice(0, busy_kept);
    after.set(stretch.id ?? "", {
      ...stretch,
      marks: [...marks, ...(stretch.marks ?? [])],
      busy: [...busy, ...(stretch.busy ?? [])],
    });
  }
  return parentsFirst(after);
}

function parentsFirst(stretches: Stretches): orrery.HistoryStretch[] {
  const placed = new Set<string>();
  const sorted: orrery.HistoryStretch[] = [];
  for (let stretch of stretches.values()) {
    const missing: orrery.HistoryStretch[] = [];
    for (; !placed.has(stretch.id ?? ""); stretch = stretches.get(stretch.parent ?? "") ?? stretch) {
      placed.add(stretch.id ?? "");
      missing.push(stretch);
    }
    sorted.push(...missing.reverse());
  }
  return sorted;
}
