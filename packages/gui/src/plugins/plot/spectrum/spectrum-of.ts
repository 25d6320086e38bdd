import {
  describePicture,
  describePlot,
  describeValueAxis,
  peaks,
  spectrum,
  type CurveDescription,
  type DrawnCurve,
  type Peak,
  type PictureDescription,
  type SeriesView,
  type ThemeName,
} from "@orrery/plots";

/** A spectrum, ready to be drawn. */
export interface ShownSpectrum {
  readonly picture: PictureDescription;
  readonly data: readonly (readonly DrawnCurve[])[];
  /** The greatest first. */
  readonly peaks: readonly Peak[];
  readonly hasGaps: boolean;
}

const MAX_PEAKS = 5;

/** Describes the spectrum of a curve between two times; `undefined` if there are fewer than two samples. */
export function spectrumOf(
  series: SeriesView,
  { a, b }: { readonly a: number; readonly b: number },
  { curve, theme }: { readonly curve: CurveDescription; readonly theme: ThemeName },
): ShownSpectrum | undefined {
  const found = spectrum(series, a, b);
  const { step, amplitudes, hasGaps } = found;
  if (amplitudes.length === 0) return undefined;
  // Without the mean, which would dwarf everything.
  const xs = Float64Array.from({ length: amplitudes.length - 1 }, (_, i) => (i + 1) * step);
  const ys = amplitudes.slice(1);
  const x = describeValueAxis({ title: "Frequency", unit: "Hz", range: { least: 0, greatest: "auto" } });
  const look = { ...curve, name: "", marker: "none", style: "lines", isVisible: true, isDimmed: false } as const;
  const picture = describePicture({ theme, plots: [describePlot({ x, curves: [look] })] });
  const data = [[{ type: "points" as const, xs, ys, count: xs.length }]];
  return { picture, data, peaks: peaks(found, MAX_PEAKS), hasGaps };
}
