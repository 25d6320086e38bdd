import { authorText, leapText } from "../undo/api.ts";
import type { Found } from "./drawing/places.ts";
import { timeText } from "../../ui/numbers/time-text.ts";
import type { UndoControl } from "../undo/api.ts";

/** Returns the lines of a tooltip: what it is, then who did it and when. */
export function hoverText(found: Found | undefined, { authors, whyNoGoing }: UndoControl): readonly string[] {
  if (found === undefined || found.kind === "nothing") return [];
  if (found.kind === "moment") {
    const { moment, leapt } = found;
    const leaps = leapt.map(({ leap, startNs }) => leapText(leap!, startNs));
    return [
      ...(leaps.length === 0 ? [timeText(moment.timeNs)] : shortened(leaps)),
      ...(whyNoGoing === undefined ? [] : [`Cannot go there: ${whyNoGoing}`]),
    ];
  }
  const { marks } = found.cluster;
  const [first] = marks;
  if (marks.length === 1)
    return [first!.description, `${authorText(first!, authors.isOwn(first!.author))}, ${timeText(first!.timeNs)}`];
  return [`${marks.length} commands`, ...shortened(marks.map(({ description }) => description))];
}

function shortened(lines: readonly string[]): readonly string[] {
  const more = lines.length > MAX_NAMED ? [`and ${lines.length - MAX_NAMED} more`] : [];
  return [...lines.slice(0, MAX_NAMED), ...more];
}

/** Shows the tooltip without React, which would render the panel again with every move of the pointer. */
export function showTip(
  { tip, hair }: { readonly tip: HTMLElement; readonly hair: HTMLElement },
  lines: readonly string[],
  x: number,
  y: number,
): void {
  hair.hidden = lines.length === 0;
  hair.style.transform = `translateX(${Math.round(x)}px)`;
  tip.togglePopover(lines.length > 0);
  if (lines.length === 0) return;
  tip.replaceChildren(
    ...lines.map((text) => {
      const line = document.createElement("div");
      line.textContent = text;
      return line;
    }),
  );
  const stage = tip.parentElement!.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.min(stage.left + x + BESIDE_PX, innerWidth - width);
  const below = stage.top + y + BESIDE_PX;
  const top = below + height <= innerHeight ? below : stage.top + y - BESIDE_PX - height;
  tip.style.transform = `translate(${Math.round(Math.max(0, left))}px, ${Math.round(Math.max(0, top))}px)`;
}

const MAX_NAMED = 5;
const BESIDE_PX = 12;
