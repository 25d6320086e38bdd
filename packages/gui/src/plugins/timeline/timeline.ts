import { History } from "lucide-react";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { sceneSessionOf } from "../scene/api.ts";
import { undoControlOf } from "../undo/api.ts";
import { closeLiveCommand, goLiveCommand } from "./go-live.ts";
import { goToCommand } from "./go-to-command.ts";
import { PastBar } from "./past-bar.tsx";
import { TimelinePanel } from "./timeline-panel.tsx";
import { TimelineStrip } from "./timeline-strip.tsx";

/** A timeline of everything that was done, for going to any moment of the past. */
export default defineGuiPlugin({
  id: "timeline",
  title: "Timeline",
  summary: "Commands and their times, and every remembered moment",
  icon: History,
  dock: "bottom",
  View: TimelinePanel,
  Strip: TimelineStrip,
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
    const parts = new DisposableStack();
    const control = undoControlOf(app);
    parts.use(app.commands.add(goToCommand(app, control), goLiveCommand(app, control), closeLiveCommand(app)));
    parts.use(sceneSessionOf(app).addPart(PastBar));
    return parts;
  },
});
