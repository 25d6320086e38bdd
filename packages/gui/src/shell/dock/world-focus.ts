import type { WorldView } from "../../client/world-view.ts";
import { useApp, useValue } from "../hooks.ts";

/** Returns the CSS class that marks the parts of a world as having the focus or not, if several worlds are open. */
export function useFocusClass(view: WorldView | undefined): "in-focus" | "out-of-focus" | "" {
  const { worlds } = useApp();
  const areSeveral = useValue(worlds.list).length > 1;
  const hasFocus = useValue(worlds.focus) === view;
  if (!areSeveral || view === undefined) return "";
  return hasFocus ? "in-focus" : "out-of-focus";
}
