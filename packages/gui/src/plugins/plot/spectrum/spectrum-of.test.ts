import { seriesOf, samples } from "@orrery/plots";
import { expect, test } from "vitest";
import { describeCurve } from "../canvas/describe-plots.ts";
import { addCurve } from "../curve-edits.ts";
import { allCurves, NO_PLOTS } from "../plot-state.ts";
import { spectrumOf } from "./spectrum-of.ts";

const [curve] = allCurves(addCurve(NO_PLOTS, "item:spring", 0));
const look = { curve: describeCurve(curve!, { state: () => undefined }, 1), theme: "dark" } as const;

test("[CU12] the spectrum between the cursors has the frequency of a spring within 0.1 %, without its mean", () => {
  const times = Array.from({ length: 5000 }, (_, i) => i / 1000);
  // A mass of 1 kg on a spring of 40 N/m swings about 3 m.
  const frequency = Math.sqrt(40) / (2 * Math.PI);
  const series = seriesOf(
    samples(
      times,
      times.map((t) => 3 + 0.5 * Math.sin(2 * Math.PI * frequency * t)),
    ),
  );
  const shown = spectrumOf(series, { a: 4.9, b: 0.1 }, look)!;
  expect(shown.peaks[0]!.frequency / frequency).toBeCloseTo(1, 3);
  expect(shown.peaks[0]!.amplitude).toBeCloseTo(0.5, 2);
  const [drawn] = shown.data[0]!;
  expect(drawn).toMatchObject({ type: "points" });
  expect(drawn?.type === "points" && Math.max(...drawn.ys)).toBeLessThan(0.6);
  expect(spectrumOf(series, { a: 9, b: 10 }, look)).toBeUndefined();
});
