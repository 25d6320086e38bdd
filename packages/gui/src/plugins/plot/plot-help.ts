import type { HelpSection } from "../../shell/commands/help.ts";

export const PLOT_HELP: HelpSection = {
  title: "Plots",
  entries: [
    { what: "Zoom in time; over an axis, in values", how: "wheel or pinch" },
    { what: "Move", how: "drag; wheel with Shift" },
    { what: "Zoom into a box", how: "drag with Shift or the right button" },
    { what: "Take the world to a sample, on its own line of history", how: "click on it" },
    { what: "Take the world to the moment that is pointed at", keys: ["Enter"] },
    { what: "Follow the latest again; over an axis, make it automatic", how: "double click" },
    { what: "Point at an earlier or a later moment", keys: ["←", "→"] },
    { what: "Zoom in and out", keys: ["+", "−"] },
    { what: "Move in time", keys: ["Ctrl+←", "Ctrl+→"] },
    { what: "Back to the view before, and forward", keys: ["Alt+←", "Alt+→"] },
    { what: "Show everything", keys: ["Home"] },
    { what: "Follow the latest", keys: ["End"] },
    { what: "Take back the last change, while the plots have the focus", how: "with the keys that do it elsewhere" },
    { what: "Show one curve alone", how: "double click on its name, or Shift+Enter" },
    { what: "Move a curve up or down", how: "drag its name, or Alt with Up or Down" },
  ],
};
