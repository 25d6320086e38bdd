import { SECOND, type Nanoseconds } from "@orrery/sim";
import { leapLabels, type LeapLabel } from "./leap-labels.ts";
import { endOf, mainLine, type Lines } from "./lines.ts";
import { tickText } from "./time-text.ts";
import { pixelOf, placeAt, type TimeView } from "./time-view.ts";

export interface Tick {
  readonly x: number;
  /** Empty for small ones. */
  readonly label: string;
}

export interface Ruler {
  readonly ticks: readonly Tick[];
  /** Where the clock jumps. */
  readonly leaps: readonly LeapLabel[];
}

/** Marks of simulated time along the present line; where the clock jumps, what it shows before and after. */
export function rulerOf(lines: Lines, view: TimeView, width: number, measure: (text: string) => number): Ruler {
  const line = mainLine(lines);
  const step = stepFor((view.span / width) * LABEL_PX);
  const [small, smallPerStep] = smallStepOf(step);
  const right = placeAt(view, width, width);
  const leaps = leapLabels(line, { view, width, step, measure });
  const isFree = (x: number, end: number): boolean => leaps.every((leap) => end < leap.from || x > leap.to);
  const ticks: Tick[] = [];
  let lastLabelX = -Infinity;
  line.forEach((piece, i) => {
    // The axis goes on where nothing has happened yet.
    const goesOn = i === line.length - 1 && !lines.isWhole;
    const from = Math.max(piece.startNs, piece.startNs + view.from - piece.at);
    const to = piece.startNs + (goesOn ? right : Math.min(right, endOf(piece))) - piece.at;
    for (let n = Math.ceil(from / small); n * small <= to; n++) {
      const x = pixelOf(view, width, piece.at + n * small - piece.startNs);
      const text = n % smallPerStep === 0 && x - lastLabelX >= LABEL_PX / 2 ? tickText(n * small, step) : "";
      const end = x + 2 * BESIDE_PX + (text === "" ? 0 : measure(text));
      const label = end <= width && isFree(x, end) ? text : "";
      ticks.push({ x, label });
      if (label !== "") lastLabelX = x;
    }
  });
  return { ticks, leaps };
}

/** The first round step that is at least as long. */
export function stepFor(leastNs: number): Nanoseconds {
  const known = STEPS_S.find((seconds) => seconds * SECOND >= leastNs);
  if (known !== undefined) return known * SECOND;
  const power = 10 ** Math.floor(Math.log10(leastNs));
  return Math.round([1, 2, 5, 10].find((digit) => digit * power >= leastNs)! * power);
}

function smallStepOf(step: Nanoseconds): [small: Nanoseconds, perStep: number] {
  const leading = step / 10 ** Math.floor(Math.log10(step));
  const parts = SIXTHS.has(step / SECOND) ? 6 : Math.round(leading) === 2 ? 4 : 5;
  return [step / parts, parts];
}

const LABEL_PX = 88;
/** Between a tick and its label. */
const BESIDE_PX = 4;
/** Up to a second by tens, from there as clocks have them. */
const STEPS_S = [
  ...[-9, -8, -7, -6, -5, -4, -3, -2, -1].flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`))),
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000],
];
const SIXTHS = new Set([30, 60, 1800, 3600]);
