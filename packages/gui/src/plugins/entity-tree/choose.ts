import type { Entity } from "@orrery/sim";

/** How a row was clicked: alone, toggled (Ctrl), or with all rows up to it (Shift). */
export type ChoiceMode = "only" | "toggle" | "range" | "add-range";

export interface Choice {
  /** The last one is the primary one. */
  readonly entities: readonly Entity[];
  /** Where the next range begins. */
  readonly anchor: Entity;
}

export function modeOf(keys: {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}): ChoiceMode {
  const adds = keys.ctrlKey || keys.metaKey;
  if (keys.shiftKey) return adds ? "add-range" : "range";
  return adds ? "toggle" : "only";
}

/** Selects rows. `shown` are the rows from top to bottom. */
export function choose(mode: ChoiceMode, entity: Entity, before: Choice | undefined, shown: readonly Entity[]): Choice {
  const chosen = before?.entities ?? [];
  if (mode === "only") return { entities: [entity], anchor: entity };
  if (mode === "toggle") {
    const isChosen = chosen.includes(entity);
    return { entities: isChosen ? chosen.filter((other) => other !== entity) : [...chosen, entity], anchor: entity };
  }
  const from = before === undefined ? -1 : shown.indexOf(before.anchor);
  const to = shown.indexOf(entity);
  if (from < 0 || to < 0) return { entities: [entity], anchor: entity };
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1).filter((other) => other !== entity);
  const inRange = new Set([...range, entity]);
  const others = mode === "range" ? [] : chosen.filter((other) => !inRange.has(other));
  return { entities: [...others, ...range, entity], anchor: before!.anchor };
}
