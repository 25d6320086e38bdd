import type { Command } from "../commands/commands.ts";

/** F6 and Shift+F6 move the focus from the bar through all visible panels, and around again. */
export const panelFocusCommands: readonly Command[] = [
  { id: "panels.next", title: "Go to the next panel", menu: "Panels", group: "focus", keys: "F6", run: () => go(1) },
  {
    id: "panels.previous",
    title: "Go to the previous panel",
    menu: "Panels",
    group: "focus",
    keys: "Shift+F6",
    run: () => go(-1),
  },
];

/** Returns whether a text field with the focus leaves the key to the page. */
export function isPanelKey({ key }: KeyboardEvent): boolean {
  return key === "F6";
}

/**
 * Moves the focus to the element marked with `data-first-focus`, once the panel is drawn and the menu that opened it is
 * closed.
 */
export function focusFirst(id: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`.panel-${CSS.escape(id)} [data-first-focus]`)?.focus(),
  );
}

function go(step: 1 | -1): void {
  const stops = [...document.querySelectorAll<HTMLElement>(".toolbar, .panel, .timeline-strip")]
    .filter((stop) => stop.checkVisibility({ visibilityProperty: true }))
    .map((stop) => ({ stop, ...placeOf(stop) }))
    .toSorted((a, b) => Number(b.isBar) - Number(a.isBar) || a.left - b.left || a.top - b.top);
  if (stops.length === 0) return;
  const at = stops.findIndex(({ stop }) => stop.contains(document.activeElement));
  const next = at < 0 ? (step > 0 ? 0 : -1) : (at + step) % stops.length;
  const target = stops.at(next)!.stop;
  lastIn(target).focus();
}

function placeOf(stop: HTMLElement): { readonly isBar: boolean; readonly left: number; readonly top: number } {
  const { left, top } = stop.getBoundingClientRect();
  return { isBar: stop.classList.contains("toolbar"), left, top };
}

const last = new WeakMap<HTMLElement, HTMLElement>();

/** Returns the element that last had the focus in the panel, or the first one that can have it. */
function lastIn(stop: HTMLElement): HTMLElement {
  const before = last.get(stop);
  const first = before !== undefined && stop.contains(before) ? before : firstIn(stop);
  const leaving = document.activeElement;
  const from = leaving?.closest<HTMLElement>(".toolbar, .panel, .timeline-strip");
  if (from && leaving instanceof HTMLElement) last.set(from, leaving);
  return first;
}

function firstIn(stop: HTMLElement): HTMLElement {
  // The scene itself rather than the buttons over it.
  const found = stop.querySelector<HTMLElement>("canvas[tabindex]") ?? stop.querySelector<HTMLElement>(FOCUSABLE);
  // A panel without controls takes the focus itself.
  if (found === null) stop.tabIndex = -1;
  return found ?? stop;
}

const FOCUSABLE =
  "button:enabled, input:enabled, select:enabled, textarea:enabled, a[href], [tabindex]:not([tabindex='-1'])";
