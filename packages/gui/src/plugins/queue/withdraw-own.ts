import { ListX } from "lucide-react";
import type { Editing } from "../../client/editing/editing.ts";
import type { Command } from "../../shell/commands/commands.ts";

export const WITHDRAW_OWN = "Withdraw all my waiting edits";

/** Makes the command for the menu Edit, beside undo, that withdraws one of one's own edits. */
export function withdrawOwnCommand(editing: Editing): Command {
  return {
    id: "queue.withdraw-own",
    title: WITHDRAW_OWN,
    menu: "Edit",
    group: "undo",
    icon: ListX,
    isEnabled: () => editing.queue.entries.current.some(({ isOwn }) => isOwn),
    run: () => void editing.withdrawOwn(),
  };
}
