import type { WorldApp } from "../../shell/app.ts";
import { draggedPlottable } from "../../ui/plot-drag.ts";

const PANELS: ReadonlySet<string | undefined> = new Set(["plot", "plot-2"]);

/** Brings a panel of plots to the front when a value is dragged over its tab: it may share a place with others. */
export function showsForDrags({ layout }: WorldApp): Disposable {
  const onDragEnter = ({ target, dataTransfer }: DragEvent): void => {
    if (!(target instanceof Element) || draggedPlottable(dataTransfer) === undefined) return;
    const tab = target.closest<HTMLElement>(".dv-tab");
    const id = tab?.dataset["tabPanelId"];
    if (id !== undefined && PANELS.has(id) && tab?.ariaSelected !== "true") layout.show(id);
  };
  // First of all, because the dock keeps what is dragged over its tabs to itself.
  document.addEventListener("dragenter", onDragEnter, { capture: true });
  return { [Symbol.dispose]: () => document.removeEventListener("dragenter", onDragEnter, { capture: true }) };
}
