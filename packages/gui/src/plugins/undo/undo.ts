import { Undo2 } from "lucide-react";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { undoControlOf } from "./control-of.ts";
import { tellOthers } from "./tell-others.ts";
import { UndoBar } from "./undo-bar.tsx";
import { undoCommands } from "./undo-commands.ts";
import { undoResetBy } from "./undo-reset.ts";

/** Undo and redo in the bar and the menu, and notices about what others undo. */
export default defineGuiPlugin({
  id: "undo",
  title: "Undo",
  summary: "Undo and redo of everything that anybody did",
  icon: Undo2,
  dock: "bottom",
  Bar: UndoBar,
  barSide: "centre",
  startWorld(app) {
    const { notices } = app;
    const { history } = app.view;
    const control = undoControlOf(app);
    const parts = new DisposableStack();
    parts.use(tellOthers({ history, notices }, control.authors, { undoReset: undoResetBy(history, control) }));
    parts.use(app.commands.add(...undoCommands(control)));
    return parts;
  },
});
