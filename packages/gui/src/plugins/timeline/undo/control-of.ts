import { useWorld } from "../../../shell/hooks.ts";
import { UndoControl } from "./undo-control.ts";

/** Returns the control that the bar, the menu and the panel share. */
export function useUndoControl(): UndoControl {
  const control = useWorld().services.find(UndoControl);
  if (control === undefined) throw new Error("the timeline is not started");
  return control;
}
