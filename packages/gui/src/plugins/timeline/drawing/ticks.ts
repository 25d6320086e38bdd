import { timeStep, timeText as textOf } from "@orrery/plots";
import { SECOND } from "@orrery/sim";
import type { Gap } from "./idle-gaps.ts";
import { leapLabels, type LeapLabel } from "./leap-labels.ts";
import { endOf, mainLine, type Lines } from "./lines.ts";
import { timeText } from "../../../ui/numbers/time-text.ts";
import { pixelOf, placeAt, type TimeView } from "./time-view.ts";

export interface Tick {
  readonly x: number;
  /** Empty for small ticks. */
  readonly label: string;
}

export interface Ruler {
  readonly ticks: readonly Tick[];
  /** Labels where the clock jumps. */
  readonly leaps: readonly LeapLabel[];
  /** Idle stretches in sight. */
  readonly gaps: readonly GapLabel[];
}

/** An idle stretch on the ruler, in pixels, with its length if there is room for it. */
export interface GapLabel {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

/** Returns the ticks of simulated time along the present line, with labels where the clock jumps. */
export function rulerOf(lines: Lines, view: TimeView, width: number, measure: (text: string) => number): Ruler {
  const line = mainLine(lines);
  const step = timeStep(((view.span / width) * LABEL_PX) / SECOND);
  const small = (step.size * SECOND) / step.parts;
  const [left, right] = [placeAt(view, width, 0), placeAt(view, width, width)];
  const gaps = gapLabels(view, width, measure);
  const leaps = leapLabels(line, { view, width, decimals: step.decimals, measure });
  const isFree = (x: number, end: number): boolean =>
    [...leaps, ...gaps].every((taken) => end < taken.from || x > taken.to);
  const ticks: Tick[] = [];
  let lastLabelX = -Infinity;
  line.forEach((piece, i) => {
    // The axis continues into the future of a running world.
    const goesOn = i === line.length - 1 && !lines.isWhole;
    const seen = { from: Math.max(piece.at, left), to: goesOn ? right : Math.min(right, endOf(piece)) };
    // Idle stretches get no ticks: there would be thousands on top of each other.
    for (const { from, to } of withoutGaps(seen, view.gaps)) {
      const offset = piece.startNs - piece.at;
      for (let n = Math.ceil((from + offset) / small); n * small <= to + offset; n++) {
        const x = pixelOf(view, width, n * small - offset);
        const isLabelled = n % step.parts === 0 && x - lastLabelX >= LABEL_PX / 2;
        const text = isLabelled ? textOf(step.at(n / step.parts), step.decimals) : "";
        const end = x + 2 * BESIDE_PX + (text === "" ? 0 : measure(text));
        const label = end <= width && isFree(x, end) ? text : "";
        ticks.push({ x, label });
        if (label !== "") lastLabelX = x;
      }
    }
  });
  return { ticks, leaps, gaps };
}

/**
 * Returns labels with the lengths of the idle stretches in sight. They do not say "idle", because robots may have
 * driven on by themselves.
 */
function gapLabels(view: TimeView, width: number, measure: (text: string) => number): GapLabel[] {
  return view.gaps.flatMap(({ from, to }) => {
    const [x0, x1] = [pixelOf(view, width, from), pixelOf(view, width, to)];
    if (x1 < 0 || x0 > width) return [];
    const text = `${timeText(to - from, 0)}, no input`;
    return [{ from: x0, to: x1, label: measure(text) + 2 * BESIDE_PX <= x1 - x0 ? text : "" }];
  });
}

function withoutGaps(range: Gap, gaps: readonly Gap[]): Gap[] {
  const parts: Gap[] = [];
  let { from } = range;
  for (const gap of gaps) {
    if (gap.to <= from || gap.from >= range.to) continue;
    if (gap.from > from) parts.push({ from, to: gap.from });
    from = gap.to;
  }
  if (from <= range.to) parts.push({ from, to: range.to });
  return parts;
}

const LABEL_PX = 88;
/** Pixels between a tick and its label. */
const BESIDE_PX = 4;
