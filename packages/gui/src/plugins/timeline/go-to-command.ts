import { ClockArrowRight } from "lucide-react";
import { Value } from "../../client/value.ts";
import type { WorldApp } from "../../shell/app.ts";
import type { Command } from "../../shell/commands/commands.ts";
import type { UndoControl } from "../undo/api.ts";

/** Whether the timeline's field for a time is open; the command opens it too. */
export const isGoToOpen = new Value(false);

export const GO_TO_KEYS = "Ctrl+Shift+G";
export const GO_TO_ICON = ClockArrowRight;

export function goToCommand({ layout }: WorldApp, control: UndoControl): Command {
  return {
    id: "history.go-to-time",
    title: "Go to time…",
    menu: "Edit",
    group: "undo",
    icon: GO_TO_ICON,
    keys: GO_TO_KEYS,
    whyNot: () => control.whyNoGoing,
    run: () => {
      layout.show("timeline");
      isGoToOpen.set(true);
    },
  };
}
