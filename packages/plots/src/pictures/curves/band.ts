import { type PictureLayout, type PlotLayout } from "../layout.ts";
import { cutShort, plainText } from "../pens/plain-text.ts";
import { pixelsPerPlace, toPixel } from "../axes/scale.ts";
import { STACK } from "./stack.ts";
import { timeText, timeDecimals } from "../axes/time-text.ts";

/** A text above the first frame over time. */
export interface BandText {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  /** Cursors are more important than annotations. */
  readonly isCursor: boolean;
}

/**
 * Returns the texts above a frame: the times of the cursors, on either side of them, with the time between, and what is
 * left of room for annotations, from left to right.
 */
export function bandTexts({ frame, x }: PlotLayout, { picture, measure }: PictureLayout): readonly BandText[] {
  const measured = (text: string) => measure(text, STACK.bandSize, false);
  const [left, right] = [frame.x, frame.x + frame.width];
  const { least, greatest } = x.scale;
  const texts: BandText[] = [];
  const put = (text: string, from: number, isCursor: boolean) => {
    const width = measured(text);
    texts.push({ text, x: Math.max(left, Math.min(right - width, from)), width, isCursor });
  };

  const decimals = timeDecimals(1 / Math.abs(pixelsPerPlace(x.scale)));
  const [earlier, later] = (["a", "b"] as const)
    .map((name) => ({ name, time: picture.cursors[name] ?? NaN }))
    .filter(({ time }) => time >= least && time <= greatest)
    .toSorted((one, other) => one.time - other.time)
    .map(({ name, time }) => ({ time, at: toPixel(x.scale, time), text: `${name}  ${timeText(time, decimals)}` }));
  if (earlier !== undefined && later === undefined) {
    put(earlier.text, earlier.at - measured(earlier.text) / 2, true);
  } else if (earlier !== undefined && later !== undefined) {
    const between = `Δ ${timeText(later.time - earlier.time, decimals)}`;
    const gap = later.at - earlier.at - measured(between);
    const after = gap > 16 ? later.text : `${later.text}  ${between}`;
    const width = measured(earlier.text);
    // Neither may be above the other, also where one is moved in from an edge.
    const first = Math.max(left, earlier.at - 4 - width);
    const second = Math.min(right - measured(after), Math.max(later.at + 4, first + width + 8));
    put(earlier.text, Math.min(first, second - 8 - width), true);
    put(after, second, true);
    if (gap > 16) put(between, earlier.at + gap / 2, true);
  }

  const taken = [...texts];
  let free = left;
  for (const { time, text } of picture.annotations.toSorted((a, b) => a.time - b.time)) {
    if (!(time >= least && time <= greatest)) continue;
    const from = toPixel(x.scale, time) + 6;
    const next = Math.min(right, ...taken.filter((other) => other.x + other.width > from).map((other) => other.x - 8));
    const fitting = cutShort(plainText(text), Math.min(160, next - from), measured);
    if (from < free || fitting === "") continue;
    put(fitting, from, false);
    free = from + measured(fitting) + 8;
  }
  return texts;
}
