import { SECOND, type Nanoseconds } from "@orrery/sim";
import { endOf, type Piece } from "./lines.ts";
import { pixelOf, placeAt, type TimeView } from "./time-view.ts";

export interface Tick {
  readonly x: number;
  /** Empty for small ones. */
  readonly label: string;
}

/** Marks of simulated time along the present line; where the clock was reset they begin again. */
export function ticksOf(line: readonly Piece[], view: TimeView, width: number): Tick[] {
  const step = stepFor((view.span / width) * LABEL_PX);
  const [small, smallPerStep] = smallStepOf(step);
  const right = placeAt(view, width, width);
  const ticks: Tick[] = [];
  let lastLabelX = -Infinity;
  line.forEach((piece, i) => {
    const isLast = i === line.length - 1;
    const from = Math.max(piece.startNs, piece.startNs + view.from - piece.at);
    // The axis goes on where nothing has happened yet.
    const to = piece.startNs + (isLast ? right : Math.min(right, endOf(piece))) - piece.at;
    for (let n = Math.ceil(from / small); n * small <= to; n++) {
      const x = pixelOf(view, width, piece.at + n * small - piece.startNs);
      const isLabelled = n % smallPerStep === 0 && x - lastLabelX >= LABEL_PX / 2;
      ticks.push({ x, label: isLabelled ? tickText(n * small, step) : "" });
      if (isLabelled) lastLabelX = x;
    }
  });
  return ticks;
}

/** "12 s", "0.25 s", "1:30", "1:00:05"; digits as the step needs them. */
export function tickText(timeNs: Nanoseconds, stepNs: Nanoseconds): string {
  const decimals = Math.max(0, Math.ceil(-Math.log10(stepNs / SECOND) - 1e-9));
  const seconds = timeNs / SECOND;
  if (decimals > 0 || (seconds < 60 && stepNs < 60 * SECOND)) return `${seconds.toFixed(decimals)} s`;
  const whole = Math.round(seconds);
  const two = (value: number): string => String(value).padStart(2, "0");
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
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
/** Up to a second by tens, from there as clocks have them. */
const STEPS_S = [
  ...[-9, -8, -7, -6, -5, -4, -3, -2, -1].flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`))),
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000],
];
const SIXTHS = new Set([30, 60, 1800, 3600]);
