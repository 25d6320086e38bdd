import { describe, expect, test } from "vitest";
import { labelPlaces, type Labelled } from "./label-places.ts";

const canvas = { width: 800, height: 600 };
const label = (x1: number, y1: number, x2: number, y2: number): Labelled => ({
  from: { x: x1, y: y1 },
  to: { x: x2, y: y2 },
  width: 60,
  height: 20,
});

describe("labels of measures", () => {
  test("[MT5] a label stands over its line, and beside a steep one", () => {
    const [level, steep] = labelPlaces([label(100, 300, 400, 300), label(600, 100, 600, 400)], canvas);
    expect(level).toEqual({ x: 250, y: 280 });
    expect(steep!.y).toBe(250);
    expect(Math.abs(steep!.x - 600)).toBe(40);
  });

  test("[MT5] of a short line it stands over both ends", () => {
    const [place] = labelPlaces([label(300, 300, 320, 330)], canvas);
    expect(place).toEqual({ x: 310, y: 280 });
  });

  test("[MT5] labels do not lie on each other, and stay on the canvas", () => {
    const same = [label(100, 300, 400, 300), label(100, 302, 400, 302), label(100, 304, 400, 304)];
    const ys = labelPlaces(same, canvas).map(({ y }) => y);
    expect(ys[1]! - ys[0]!).toBeGreaterThanOrEqual(20);
    expect(ys[2]! - ys[1]!).toBeGreaterThanOrEqual(20);
    const [corner] = labelPlaces([label(0, 0, 10, 5)], canvas);
    expect(corner!.x).toBeGreaterThanOrEqual(30);
    expect(corner!.y).toBeGreaterThanOrEqual(10);
  });
});
