import { MessageCircleQuestion, Redo2, Undo2 } from "lucide-react";
import type { Command } from "../../shell/commands/commands.ts";
import { asksBeforeUndo } from "./asks-before-undo.ts";
import type { UndoControl } from "./undo-control.ts";
import { titleOf, type Way } from "./undo-words.ts";

export const UNDO_KEYS = { undo: "Ctrl+Z", redo: "Ctrl+Shift+Z" } as const;
export const UNDO_ICONS = { undo: Undo2, redo: Redo2 } as const;

/** Returns the menu Edit's commands for time. */
export function undoCommands(control: UndoControl): Command[] {
  const common = { menu: "Edit", group: "undo" } as const;
  const step = (way: Way): Command => ({
    ...common,
    id: `history.${way}`,
    // Read by menus when they open.
    get title() {
      return titleOf(way, control.next(way));
    },
    icon: UNDO_ICONS[way],
    keys: way === "undo" ? UNDO_KEYS.undo : [UNDO_KEYS.redo, "Ctrl+Y"],
    // An empty list simply disables the command; a missing permission is worth a message.
    isEnabled: () => control.next(way).kind !== "none" || control.obstacle !== undefined,
    whyNot: () => (control.next(way).kind === "none" ? control.obstacle : undefined),
    run: () => control.press(way),
  });
  return [
    step("undo"),
    step("redo"),
    {
      ...common,
      id: "history.ask",
      title: "Ask before undoing others’ commands",
      icon: MessageCircleQuestion,
      isOn: () => asksBeforeUndo.current,
      run: () => asksBeforeUndo.set(!asksBeforeUndo.current),
    },
  ];
}
