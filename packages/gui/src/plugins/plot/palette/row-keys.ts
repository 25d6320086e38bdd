import type { KeyboardEvent } from "react";

/** Moves the focus to the first row of a list. Returns whether there is one. */
export function focusRow(list: HTMLElement | null): boolean {
  const [first] = rowsOf(list);
  first?.focus();
  return first !== undefined;
}

/** Moves the focus from the search to the first row. */
export function focusFirstRow(event: KeyboardEvent, list: HTMLElement | null): void {
  if (focusRow(list)) event.preventDefault();
}

/** Plots the first number of a list. */
export function plotFirstRow(event: KeyboardEvent, list: HTMLElement | null): void {
  const first = list?.querySelector<HTMLElement>(".plot-item-name") ?? undefined;
  if (first === undefined) return;
  event.preventDefault();
  first.click();
}

/**
 * Moves the focus from row to row, as in a tree: Up and Down, Home and End; Right unfolds a row or goes inside, Left
 * folds it or goes to the row around it. Up from the first row leads to the search, and so does a letter.
 */
export function moveInRows(event: KeyboardEvent<HTMLElement>, search: HTMLInputElement | null): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
  const rows = rowsOf(event.currentTarget);
  const row = (event.target as Element).closest<HTMLElement>("[data-row]");
  const at = row === null ? -1 : rows.indexOf(row);
  const next = at < 0 ? undefined : rowAfter(event.key, rows, at);
  if (next === undefined) {
    // The letter goes into the search field, because that has the focus when it is typed.
    if (event.key.length === 1 && event.key !== " ") search?.focus();
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  if (next === "toggle") rows[at]!.click();
  else if (next === "search") search?.focus();
  else next.focus();
}

function rowAfter(
  key: string,
  rows: readonly HTMLElement[],
  at: number,
): HTMLElement | "toggle" | "search" | undefined {
  const row = rows[at]!;
  const isOpen = row.getAttribute("aria-expanded");
  switch (key) {
    case "ArrowDown":
      return rows[at + 1] ?? row;
    case "ArrowUp":
      return at === 0 ? "search" : rows[at - 1];
    case "Home":
      return rows[0];
    case "End":
      return rows.at(-1);
    case "ArrowRight":
      return isOpen === "false" ? "toggle" : (rows[at + (isOpen === "true" ? 1 : 0)] ?? row);
    case "ArrowLeft":
      return isOpen === "true" ? "toggle" : (rowAround(row) ?? row);
    default:
      return undefined;
  }
}

/** Returns the row that unfolds to a list with this row. */
function rowAround(row: HTMLElement): HTMLElement | undefined {
  const before = row.closest(".plot-thing-parts")?.previousElementSibling;
  return before instanceof HTMLElement ? before : undefined;
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
}
