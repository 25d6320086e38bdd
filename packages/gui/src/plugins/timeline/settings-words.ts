import type { orrery } from "@orrery/msgs";
import { bytesText } from "../../ui/numbers/figures.ts";
import { counted } from "../../ui/numbers/number-format.ts";
import { branchesOf } from "./branches.ts";
import { layOut } from "./drawing/lines.ts";
import type { PagePast } from "../undo/api.ts";

/**
 * Returns the question to ask before settings that discard history for everybody; undefined if they discard nothing.
 */
export function settingsQuestion(
  past: PagePast,
  { enabled = false, byte_limit = 0, command_limit = 0 }: orrery.HistorySettings,
): { readonly title: string; readonly text: string; readonly action: string } | undefined {
  const commands = past.stretches.reduce((count, { marks }) => count + marks.length, 0);
  const branches = branchesOf(layOut(past)).length;
  const all = `${counted(commands, "command", "commands")} and ${counted(branches, "branch", "branches")}`;
  if (past.isOn && !enabled) {
    if (commands === 0 && branches === 0) return undefined;
    return {
      title: "Switch history off and forget the past?",
      text: `${all} will be gone, for everybody. This cannot be undone.`,
      action: "Switch off",
    };
  }
  const tooMany = command_limit === 0 ? 0 : past.undo.length - command_limit;
  if (tooMany > 0) {
    return {
      title: `Forget ${tooMany === 1 ? "the oldest command" : `the oldest ${tooMany} commands`}?`,
      text: `Only the last ${command_limit} can be undone then, by anybody. This cannot be undone.`,
      action: "Forget",
    };
  }
  if (byte_limit === 0 || byte_limit >= past.bytes) return undefined;
  return {
    title: "Forget what takes more memory than that?",
    text: `The past takes ${bytesText(past.bytes)}: of ${all}, the oldest will be gone until it is ${bytesText(byte_limit)}, for everybody. This cannot be undone.`,
    action: "Forget",
  };
}
