import { bytesText } from "../../ui/numbers/figures.ts";
import { counted } from "../../ui/numbers/number-format.ts";
import type { PagePast } from "./read-past.ts";

/** Returns what everybody except the author reads about changed settings; undefined if nothing changed. */
export function settingsNotice(before: PagePast, past: PagePast): string | undefined {
  if (before.isOn !== past.isOn) {
    return past.isOn ? "History was switched on" : "History was switched off: nothing can be undone";
  }
  const limits = [
    ...(before.commandLimit === past.commandLimit ? [] : [counted(past.commandLimit, "command", "commands")]),
    ...(before.byteLimit === past.byteLimit ? [] : [bytesText(past.byteLimit)]),
  ];
  if (limits.length === 0) return undefined;
  const count = past.forgotten.length;
  const lost = count === 0 ? "" : `: ${counted(count, "command", "commands")} can no longer be undone`;
  return `The limit of the history is ${limits.join(" and ")} now${lost}`;
}
