import { type ScaleType } from "../plot-description.ts";
import { type Interval, place } from "./scale.ts";

/** Returns a range moved by a share of its length: 0.5 shows what is half a plot further. */
export function panRange(range: Interval, share: number, type: ScaleType = "linear"): Interval {
  const [low, high] = [place(type, range.least), place(type, range.greatest)];
  const by = (high - low) * share;
  return checked(range, unplaced(type, low + by), unplaced(type, high + by));
}

/** Returns a range zoomed about a value that stays where it is; factors above 1 show less, in more detail. */
export function zoomRange(range: Interval, factor: number, about: number, type: ScaleType = "linear"): Interval {
  const fixed = place(type, about);
  const low = fixed + (place(type, range.least) - fixed) / factor;
  const high = fixed + (place(type, range.greatest) - fixed) / factor;
  return checked(range, unplaced(type, low), unplaced(type, high));
}

/**
 * Returns two ranges, at least as long as those given and with the same middles, that give a unit the same length on
 * both axes of a frame.
 */
export function equalAspect(x: Interval, y: Interval, width: number, height: number): readonly [Interval, Interval] {
  const perPixel = Math.max((x.greatest - x.least) / width, (y.greatest - y.least) / height);
  const about = ({ least, greatest }: Interval, pixels: number): Interval => {
    const middle = least + (greatest - least) / 2;
    return { least: middle - (perPixel * pixels) / 2, greatest: middle + (perPixel * pixels) / 2 };
  };
  return [about(x, width), about(y, height)];
}

function unplaced(type: ScaleType, at: number): number {
  return type === "log" ? 10 ** at : at;
}

/** Refuses what numbers could not resolve any more, or overflow: the range stays as it was. */
function checked(before: Interval, least: number, greatest: number): Interval {
  const size = Math.max(Math.abs(least), Math.abs(greatest));
  const isUsable = size <= 1e300 && greatest - least >= size * 1e-12 && greatest - least > 1e-280;
  return isUsable ? { least, greatest } : before;
}
