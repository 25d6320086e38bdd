import { type MeasureText } from "./pens/pen.ts";
import { plainText, shortened } from "./pens/plain-text.ts";
import { type CurveDescription } from "./plot-description.ts";

/** Above a frame: a sample of each visible curve with its name, in rows. */
export interface Legend {
  readonly rows: number;
  readonly entries: readonly LegendEntry[];
  /** How many curves had no room; the last entry says so. */
  readonly more: number;
}

export interface LegendEntry {
  /** Index of the curve; −1 for the text that counts those without room. */
  readonly curve: number;
  readonly name: string;
  /** What follows the name: the run; empty for none. */
  readonly run: string;
  /** From the left end of the legend. */
  readonly x: number;
  /** From 0. */
  readonly row: number;
}

export const LEGEND = { size: 11, rowHeight: 16, sampleWidth: 24, sampleGap: 6, gap: 20, below: 4 } as const;

/**
 * Arranges a legend: in one row as long as it fits, otherwise in columns. Names that are too long lose their middle. What
 * does not fit into the rows is counted.
 */
export function arrangeLegend(
  curves: readonly CurveDescription[],
  width: number,
  mostRows: number,
  measure: MeasureText,
): Legend {
  const measured = (text: string) => measure(text, LEGEND.size, false);
  const texts = curves.flatMap(({ name, run, isVisible, isDimmed }, curve) => {
    // A dimmed line without a run is another branch of a curve that is listed.
    if (!isVisible || (isDimmed && run === "")) return [];
    const label = plainText(name) || "curve without a name";
    const ofRun = run === "" ? "" : ` · ${plainText(run)}`;
    return [{ curve, name: label, run: ofRun, width: SAMPLE + measured(label) + measured(ofRun) }];
  });
  if (texts.length === 0 || mostRows < 1 || width < SAMPLE + 20) return { rows: 0, entries: [], more: 0 };

  const inOneRow = texts.reduce((sum, text) => sum + text.width + LEGEND.gap, -LEGEND.gap);
  if (inOneRow <= width) {
    let x = 0;
    const entries = texts.map(({ curve, name, run, width: taken }) => {
      const entry = { curve, name, run, x, row: 0 };
      x += taken + LEGEND.gap;
      return entry;
    });
    return { rows: 1, entries, more: 0 };
  }

  const widest = Math.min(width, Math.max(...texts.map((text) => text.width)));
  const columns = columnsFor(texts.length, widest, width, mostRows);
  const each = Math.min(widest, (width - (columns - 1) * LEGEND.gap) / columns);
  const places = columns * mostRows;
  const kept = texts.length <= places ? texts.length : Math.max(1, places - 1);
  const at = (index: number) => ({ x: (index % columns) * (each + LEGEND.gap), row: Math.floor(index / columns) });
  const entries: LegendEntry[] = texts.slice(0, kept).map(({ curve, name, run }, index) => ({
    curve,
    ...fitted(name, run, each - SAMPLE, measured),
    ...at(index),
  }));
  const more = texts.length - kept;
  if (more > 0 && kept < places) entries.push({ curve: -1, name: `and ${more} more`, run: "", ...at(kept) });
  return { rows: Math.ceil(entries.length / columns), entries, more };
}

const SAMPLE = LEGEND.sampleWidth + LEGEND.sampleGap;
/** Names are shortened rather than put below each other, as long as columns are this wide. */
const MIN_COLUMN = 190;
/** Where rows are few, columns may be as narrow as this: the beginning of a name is better than none. */
const NARROWEST_COLUMN = 64;

function columnsFor(count: number, widest: number, width: number, mostRows: number): number {
  const fit = (column: number) => Math.max(1, Math.floor((width + LEGEND.gap) / (column + LEGEND.gap)));
  // Two names fit beside each other when they lose a little.
  const usual = Math.max(fit(widest), Math.min(2, fit(MIN_COLUMN)));
  const needed = Math.ceil(count / mostRows);
  const columns = needed <= usual ? usual : Math.max(usual, Math.min(needed, fit(NARROWEST_COLUMN)));
  // Rows that are equally full.
  return Math.ceil(count / Math.ceil(count / columns));
}

/** The name keeps at least half of the room. */
function fitted(name: string, run: string, width: number, measure: (text: string) => number) {
  const ofRun = shortened(run, Math.max(width / 2, width - measure(name)), measure);
  return { name: shortened(name, width - measure(ofRun), measure), run: ofRun };
}
