import type { Entity } from "@orrery/sim";
import { describe, expect, test } from "vitest";
import { MeasureSession, type Pointed } from "./measure-session.ts";

describe("measuring", () => {
  test("[MT1] two points make a distance, three an angle, an edge itself", () => {
    const session = new MeasureSession();
    session.begin("distance");
    session.press(point(1));
    expect(session.measures.current).toEqual([]);
    session.press(point(2));
    session.begin("angle");
    for (const x of [1, 2, 3]) session.press(point(x));
    session.begin("edge");
    const whole = { type: "edge" as const, entity: 3 as Entity, points: [], isClosed: false };
    session.press({ ...point(1), whole });
    expect(session.measures.current.map(({ measure }) => measure.type)).toEqual(["distance", "angle", "edge"]);
    expect(session.taken.current).toEqual([]);
  });

  test("[MT4] between objects it takes two of them", () => {
    const session = new MeasureSession();
    session.begin("objects");
    session.press(object(4));
    session.press(object(4));
    expect(session.measures.current).toEqual([]);
    session.press(object(5));
    expect(session.measures.current.map(({ measure }) => measure)).toEqual([{ type: "objects", from: 4, to: 5 }]);
  });

  test("[MT5] Escape gives back a point at a time, then the tool; the same mode is there the next time", () => {
    const session = new MeasureSession();
    session.begin("angle");
    session.press(point(1));
    session.press(point(2));
    expect([session.back(), session.taken.current.length]).toEqual([true, 1]);
    expect([session.back(), session.mode.current]).toEqual([true, "angle"]);
    expect([session.back(), session.mode.current]).toEqual([true, undefined]);
    expect(session.back()).toBe(false);
    session.begin();
    expect(session.mode.current).toBe("angle");
  });

  test("[MT2] on its way, a measure is shown to where the pointer is", () => {
    const session = new MeasureSession();
    session.begin("angle");
    session.pointed.set(point(9));
    expect(session.draft()).toBeUndefined();
    session.press(point(1));
    expect(session.draft()).toMatchObject({ type: "distance", to: { local: { x: 9 } } });
    session.press(point(2));
    expect(session.draft()).toMatchObject({ type: "angle", vertex: { local: { x: 2 } }, to: { local: { x: 9 } } });
  });

  test("[MT5] measures go one by one, or all", () => {
    const session = new MeasureSession();
    session.begin("distance");
    for (const x of [1, 2, 3, 4, 5, 6]) session.press(point(x));
    const [first, second] = session.measures.current;
    session.lit.set(first!.id);
    session.remove(first!.id);
    expect(session.measures.current[0]).toBe(second);
    expect(session.lit.current).toBeUndefined();
    session.clear();
    expect(session.measures.current).toEqual([]);
    expect(session.mode.current).toBe("distance");
  });
});

function point(x: number): Pointed {
  return { kind: "surface", anchor: { entity: undefined, local: { x, y: 0, z: 0 } } };
}

function object(entity: number): Pointed {
  return { kind: "object", anchor: { entity: entity as Entity, local: { x: 0, y: 0, z: 0 } } };
}
