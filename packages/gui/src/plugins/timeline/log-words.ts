import { counted } from "../../ui/numbers/number-format.ts";
import type { PagePast } from "../undo/api.ts";
import { timeText } from "../../ui/numbers/time-text.ts";

/** Returns figures of a log: "12.3 s · 4 commands · 2 jumps in time". */
export function logFigures({ stretches }: Pick<PagePast, "stretches">): string {
  const length = stretches.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0);
  const commands = stretches.reduce((sum, { marks }) => sum + marks.length, 0);
  const jumps = stretches.filter(({ jump }) => jump !== undefined).length;
  return [
    timeText(length, 1),
    commands === 0 ? "no commands" : counted(commands, "command", "commands"),
    ...(jumps === 0 ? [] : [counted(jumps, "jump in time", "jumps in time")]),
  ].join(" · ");
}
