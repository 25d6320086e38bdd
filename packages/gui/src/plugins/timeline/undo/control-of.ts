import type { App } from "../../../shell/app.ts";
import { useApp } from "../../../shell/hooks.ts";
import type { UndoControl } from "./undo-control.ts";

/** One for the page's bar, menu and panel. */
export const controls = new WeakMap<App, UndoControl>();

export function useUndoControl(): UndoControl {
  const control = controls.get(useApp());
  if (control === undefined) throw new Error("the timeline is not started");
  return control;
}
