import { vec3, type Entity, type Vec3 } from "@orrery/sim";
import { describe, expect, test } from "vitest";
import { angleBetween, figureOf, type Placing } from "./figure.ts";
import type { Anchor, Measure } from "./measure-kinds.ts";

describe("a measure in figures", () => {
  test("[MT1] a distance has its parts along the axes, and the way along them leads from end to end", () => {
    const figure = figureOf({ type: "distance", from: at(1, 2, 3), to: at(3, 5, -3) }, fixed)!;
    expect(figure.value).toBe("7 m");
    expect(figure.details).toEqual([
      { label: "x", text: "2" },
      { label: "y", text: "3" },
      { label: "z", text: "-6 m" },
    ]);
    const steps = figure.lines.filter(({ look }) => look !== "main");
    expect(steps.map(({ look }) => look)).toEqual(["x", "y", "z"]);
    expect(steps[0]!.points[0]).toEqual({ x: 1, y: 2, z: 3 });
    expect(steps[1]!.points[0]).toEqual(steps[0]!.points[1]);
    expect(steps[2]!.points).toEqual([
      { x: 3, y: 5, z: 3 },
      { x: 3, y: 5, z: -3 },
    ]);
  });

  test("[MT1] an angle is that at its second point, also a flat one and a very small one", () => {
    const angle = (to: Anchor): string =>
      figureOf({ type: "angle", from: at(2, 0, 0), vertex: at(0, 0, 0), to }, fixed)!.value;
    expect(angle(at(0, 0, 5))).toBe("90°");
    expect(angle(at(3, 3, 0))).toBe("45°");
    expect(angle(at(-1, 0, 0))).toBe("180°");
    expect(angleBetween({ x: 1, y: 0, z: 0 }, { x: 1, y: 1e-9, z: 0 })).toBeCloseTo(1e-9, 15);
    const { lines } = figureOf({ type: "angle", from: at(2, 0, 0), vertex: at(0, 0, 0), to: at(0, 1, 0) }, fixed)!;
    const arc = lines.find(({ look }) => look === "help")!.points;
    // Every point of the arc is the same fraction of the shorter side away.
    for (const point of arc) expect(vec3.length(point)).toBeCloseTo(0.35, 9);
    expect(arc.at(-1)).toEqual({ x: expect.closeTo(0, 9), y: expect.closeTo(0.35, 9), z: 0 });
  });

  test("[MT1] an edge has its length; a rim that of its circle, with the diameter", () => {
    const edge = (points: readonly Vec3[], isClosed: boolean): Measure => ({
      type: "edge",
      entity: BOX,
      points,
      isClosed,
    });
    const straight = [vec3.vec3(0, 0, 0), vec3.vec3(0, 0, 2.5)];
    expect(figureOf(edge(straight, false), fixed)!.value).toBe("2.5 m");
    const turns = Array.from({ length: 48 }, (_, i) => (i * Math.PI) / 24);
    const rim = turns.map((turn) => vec3.vec3(0.5 * Math.cos(turn), 0.5 * Math.sin(turn), 1));
    const { value, details } = figureOf(edge(rim, true), fixed)!;
    expect(value).toBe("3.1416 m");
    expect(details).toEqual([{ label: "diameter", text: "1 m" }]);
  });

  test("[MT4] between objects the gap of their surfaces is told, and that of their origins beside it", () => {
    const gap = { from: vec3.vec3(1, 0, 0), to: vec3.vec3(3, 0, 0), distance: 2 };
    const places = new Map([
      [BOX, vec3.vec3(0, 0, 0)],
      [BALL, vec3.vec3(4, 0, 0)],
    ]);
    const placing: Placing = { placeOf: ({ entity }) => places.get(entity!), gapBetween: () => gap };
    const measure: Measure = { type: "objects", from: BOX, to: BALL };
    const figure = figureOf(measure, placing)!;
    expect(figure.value).toBe("2 m");
    expect(figure.details).toEqual([{ label: "origins", text: "4 m" }]);
    expect(figure.labelled).toEqual([gap.from, gap.to]);
    // For things that are not drawn, only the origins are known.
    const bare = figureOf(measure, { ...placing, gapBetween: () => undefined })!;
    expect([bare.value, bare.details]).toEqual(["4 m", [{ label: "between", text: "origins" }]]);
  });

  test("[MT2] without one of its points there is nothing to tell", () => {
    const gone: Placing = { ...fixed, placeOf: ({ entity, local }) => (entity === BALL ? undefined : local) };
    const onBall = { entity: BALL, local: vec3.vec3(0, 0, 0) };
    expect(figureOf({ type: "distance", from: at(1, 0, 0), to: onBall }, gone)).toBeUndefined();
    expect(figureOf({ type: "objects", from: BOX, to: BALL }, gone)).toBeUndefined();
  });
});

const [BOX, BALL] = [7 as Entity, 8 as Entity];
const fixed: Placing = { placeOf: ({ local }) => local, gapBetween: () => undefined };

function at(x: number, y: number, z: number): Anchor {
  return { entity: undefined, local: { x, y, z } };
}
