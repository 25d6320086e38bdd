import type { WorldApp } from "../../shell/app.ts";
import { useApp } from "../../shell/hooks.ts";
import { Authors } from "./authors.ts";
import { UndoControl } from "./undo-control.ts";

/** Returns the control that the bar, the menu and the timeline of a world share. */
export function undoControlOf(app: WorldApp): UndoControl {
  const { presence, kind } = app.session;
  const { services } = app.view;
  return services.of(UndoControl, () => {
    const authors = services.of(Authors, () => new Authors(presence, kind === "local"));
    return new UndoControl(app, authors, [presence.session.changes, authors.changes]);
  });
}

export function useUndoControl(): UndoControl {
  return undoControlOf(useApp());
}
