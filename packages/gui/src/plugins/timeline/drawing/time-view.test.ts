import { SECOND } from "@orrery/sim";
import { expect, test } from "vitest";
import {
  fitted,
  followed,
  panned,
  pixelOf,
  placeAt,
  recent,
  showing,
  withGaps,
  zoomed,
  type TimeView,
} from "./time-view.ts";

const extent = { start: 0, end: 100 * SECOND };
const chosen: TimeView = { from: 20 * SECOND, span: 10 * SECOND, shows: "part" as const, gaps: [] };

test("[HU11] the wheel zooms about the pointer: what is under it stays there", () => {
  const about = placeAt(chosen, 500, 125);
  const closer = zoomed(chosen, 0.5, about, extent);
  expect(closer.span).toBe(5 * SECOND);
  expect(pixelOf(closer, 500, about)).toBeCloseTo(125, 9);
});

test("[HU11] zoom has ends: some steps at one, a few times the whole at the other", () => {
  expect(zoomed(chosen, 1e-9, 25 * SECOND, extent).span).toBe(1e7);
  expect(zoomed(chosen, 1e9, 25 * SECOND, extent).span).toBe(400 * SECOND);
});

test("[HU11] however far one pans, some of the past is in sight", () => {
  for (const by of [-1e15, 1e15]) {
    const { from, span } = panned(chosen, by, extent);
    expect(from + span).toBeGreaterThan(extent.start);
    expect(from).toBeLessThan(extent.end);
  }
});

test("[HU11] a fitted view has all of it and room to run into; it changes only when that is used up", () => {
  const view = fitted(extent);
  const right = view.from + view.span;
  expect(view.from).toBeLessThan(0);
  expect(right).toBeGreaterThan(110 * SECOND);
  const on = (to: number) => followed(view, { from: 100 * SECOND, to }, { start: 0, end: to });
  expect(on(right - 1)).toBe(view);
  expect(on(right + 1).span).toBeGreaterThan(view.span);
});

test("[HU11] a fitted view is fitted again when most of it has become empty, or the oldest was forgotten", () => {
  const view = fitted(extent);
  const back = followed(view, { from: 100 * SECOND, to: 5 * SECOND }, { start: 0, end: 5 * SECOND });
  expect(back).toEqual(fitted({ start: 0, end: 5 * SECOND }));
  const forgot = { start: 40 * SECOND, end: 110 * SECOND };
  expect(followed(view, { from: 0, to: 110 * SECOND }, forgot)).toEqual(fitted(forgot));
});

test("[HU11] a chosen part goes along with the present that was in it, and stays where one has looked away from it", () => {
  const near = followed(chosen, { from: 29 * SECOND, to: 29.9 * SECOND }, extent);
  expect(near.span).toBe(chosen.span);
  expect(pixelOf(near, 100, 29.9 * SECOND)).toBeCloseTo(75, 9);
  expect(followed(chosen, { from: 25 * SECOND, to: 25.1 * SECOND }, extent)).toBe(chosen);
  expect(followed(chosen, { from: 50 * SECOND, to: 51 * SECOND }, extent)).toBe(chosen);
});

test("[HU11] what keys go to is brought into sight", () => {
  expect(showing(chosen, 25 * SECOND)).toBe(chosen);
  expect(pixelOf(showing(chosen, 80 * SECOND), 100, 80 * SECOND)).toBe(50);
});

test("[PB1] a log is shown from its beginning to its end, with no room for what will not come", () => {
  const { from, span } = fitted({ start: 0, end: 100 * SECOND, isWhole: true });
  expect([from, from + span]).toEqual([-2 * SECOND, 102 * SECOND]);
});

test("[HU19] at first the last minute is shown, all where there is less, and the present stays in it", () => {
  expect(recent(5 * SECOND, { start: 0, end: 5 * SECOND })).toEqual({
    ...fitted({ start: 0, end: 5 * SECOND }),
    shows: "recent",
  });
  const far = { start: 0, end: 1000 * SECOND };
  const view = recent(1000 * SECOND, far);
  expect(view.span).toBe(60 * SECOND);
  expect(pixelOf(view, 100, 1000 * SECOND)).toBeCloseTo(84, 9);
  // The view moves on when the present reaches its edge, and back with the present.
  expect(followed(view, { from: 1000 * SECOND, to: 1001 * SECOND }, far)).toBe(view);
  const on = followed(view, { from: 1000 * SECOND, to: 1020 * SECOND }, { start: 0, end: 1020 * SECOND });
  expect(pixelOf(on, 100, 1020 * SECOND)).toBeCloseTo(84, 9);
  const back = followed(view, { from: 1000 * SECOND, to: 300 * SECOND }, far);
  expect(pixelOf(back, 100, 300 * SECOND)).toBeCloseTo(75, 9);
});

test("[HU20] when another stretch becomes idle, what is at the left edge stays there", () => {
  const gaps = [{ from: 5 * SECOND, to: 15 * SECOND }];
  const squeezedView = withGaps(chosen, gaps);
  expect(placeAt(squeezedView, 100, 0)).toBeCloseTo(20 * SECOND, 3);
  expect(withGaps(squeezedView, [...gaps])).toBe(squeezedView);
});
