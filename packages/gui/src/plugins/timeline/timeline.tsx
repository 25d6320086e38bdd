import { History } from "lucide-react";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { Authors } from "./undo/authors.ts";
import { sceneSessionOf } from "../scene/api.ts";
import { goToCommand } from "./go-to-command.ts";
import { PastBar } from "./past-bar.tsx";
import { tellOthers } from "./undo/tell-others.ts";
import { TimelineStrip } from "./timeline-strip.tsx";
import { TimelinePanel } from "./timeline-panel.tsx";
import { UndoBar } from "./undo/undo-bar.tsx";
import { undoResetBy } from "./undo/undo-reset.ts";
import { undoCommands } from "./undo/undo-commands.ts";
import { UndoControl } from "./undo/undo-control.ts";

/** Going back in time: undo and redo in the bar and the menu, and a timeline of everything that was done. */
export default defineGuiPlugin({
  id: "timeline",
  title: "Timeline",
  summary: "Commands and their times, undo, redo, and every remembered moment",
  icon: History,
  dock: "bottom",
  View: TimelinePanel,
  Strip: TimelineStrip,
  Bar: UndoBar,
  barSide: "centre",
  help: [
    {
      title: "On the timeline",
      entries: [
        { what: "Go to a moment", how: "click or drag on a track" },
        { what: "Zoom, pan", how: "wheel or pinch; drag with Shift" },
        { what: "Previous, next command", keys: ["Left", "Right"] },
        { what: "A second back, forward", keys: ["Page Down", "Page Up"] },
        { what: "Oldest moment, end of what lies ahead", keys: ["Home", "End"] },
        { what: "Show all of it, or the last minute", keys: ["F"], how: " or double click beside the tracks" },
        { what: "Back to where the drag began", keys: ["Escape"] },
      ],
    },
  ],
  startWorld(app) {
    const { presence, kind } = app.session;
    const { services } = app.view;
    const authors = new Authors(presence, kind === "local");
    const control = services.of(
      UndoControl,
      () => new UndoControl(app, authors, [presence.session.changes, authors.changes]),
    );
    const started = [
      authors,
      tellOthers({ history: app.view.history, notices: app.notices }, authors, {
        undoReset: undoResetBy(app.view.history, control),
      }),
      app.commands.add(...undoCommands(control), goToCommand(app, control)),
      sceneSessionOf(app).addPart(PastBar),
    ];
    return {
      [Symbol.dispose]: () => {
        for (const one of started) one[Symbol.dispose]();
        services.end(UndoControl);
      },
    };
  },
});
