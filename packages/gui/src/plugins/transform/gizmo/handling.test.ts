import {
  fromRollPitchYaw,
  identityPose,
  pose,
  quat,
  toRollPitchYaw,
  rotationOf,
  type Entity,
  type Pose,
} from "@orrery/sim";
import { PerspectiveCamera } from "three";
import { describe, expect, test } from "vitest";
import { guidesOf, heldFrame } from "./guide-lines.ts";
import { Handling, type HandlingStart } from "./handling.ts";
import type { Thing } from "./motion.ts";
import { readoutOf } from "./readout.ts";
import { screenSpaceOf, type Point, type ScreenSpace } from "./screen-space.ts";
import { firstSteps } from "../snapping.ts";

describe("a handle in hand", () => {
  test("[TF7] snapping brings a thing to the lines of the grid, along the axis only", () => {
    const handling = take({ things: [thing(1, { x: 0.13, y: 0.4 })], frame: frameAt(0.13, 0.4) });
    handling.drag(above, point(0.3 / PIXEL), { steps: firstSteps, snaps: true });
    expect(handling.placements()).toEqual([{ entity: 1, pose: at({ x: 0.5, y: 0.4 }) }]);
    expect(readout(handling)).toEqual([{ axis: "x", text: "+0.37 m", result: "→ 0.50 m" }]);
  });

  test("[TF7] along a thing's own axes, steps are counted from where it is", () => {
    const handling = take({ axes: "local", frame: { origin: { x: 0.13, y: 0, z: 0 }, rotation: turn(90) } });
    handling.drag(above, point(0, 0.3 / PIXEL), { steps: firstSteps, snaps: true });
    expect(handling.values).toEqual([0.25]);
  });

  test("[TF7] without snapping, a drag has no more digits than can be seen, and the label has them all", () => {
    const handling = take({});
    handling.drag(above, point(17), { steps: firstSteps, snaps: false });
    // 17 pixels of 1.666… cm, rounded to centimetres.
    expect(handling.values).toEqual([0.28]);
    expect(readout(handling)).toEqual([{ axis: "x", text: "+0.28 m", result: "→ 0.28 m" }]);
  });

  test("[TF7] angles and factors snap to their steps", () => {
    const ring = take({ tool: "rotate", handle: "z", point: point(78, 0) });
    ring.drag(above, point(78 * Math.cos(0.9), 78 * Math.sin(0.9)), { steps: firstSteps, snaps: true });
    // 51.6°, snapped to a multiple of 15°.
    expect(ring.values).toEqual([45]);
    const box = take({ tool: "scale", handle: "y", point: point(0, 86) });
    box.drag(above, point(0, 86 * 1.34), { steps: firstSteps, snaps: true });
    expect(box.values).toEqual([1.3]);
    box.drag(above, point(0, -86), { steps: firstSteps, snaps: true });
    expect(box.values).toEqual([0.1]);
  });

  test("[TF7] what a drag snaps to is marked: lines of the grid, steps of the ring", () => {
    const handling = take({ things: [thing(1, { x: 0.13 })], frame: frameAt(0.13, 0) });
    handling.drag(above, point(0.3 / PIXEL), { steps: firstSteps, snaps: true });
    const ticks = guidesOf(handling, firstSteps, above).lines.filter(
      ({ from, to }) => from.x === to.x && from.y !== to.y,
    );
    expect(ticks.map(({ from }) => Number(from.x.toFixed(9)))).toContain(0.5);
    expect(ticks.every(({ from }) => Number.isInteger(Number((from.x / 0.25).toFixed(6))))).toBe(true);
    const ring = take({ tool: "rotate", handle: "z", point: point(78, 0) });
    ring.drag(above, point(0, 78), { steps: firstSteps, snaps: true });
    const { lines, sector } = guidesOf(ring, firstSteps, above);
    expect(lines.filter(({ colour }) => colour === "z").length).toBe(24 + 1);
    expect(sector).toMatchObject({ angle: Math.PI / 2, colour: "z" });
  });

  test("[TF6] several things move, turn about their middle and grow away from it together", () => {
    const things = [thing(1, { x: -1 }), thing(2, { x: 1 })];
    const shift = take({ things });
    shift.drag(above, point(60), { steps: firstSteps, snaps: false });
    expect(shift.placements().map((placed) => placed.pose.x)).toEqual([0, 2]);
    const spin = take({ tool: "rotate", handle: "z", things });
    type(spin, "90");
    expect(spin.placements().map(where)).toEqual([close(0, -1, 90), close(0, 1, 90)]);
    const growth = take({ tool: "scale", handle: "all", things });
    type(growth, "2");
    expect(growth.placements()).toEqual([
      { entity: 1, pose: at({ x: -2 }), factors: { x: 2, y: 2, z: 2 } },
      { entity: 2, pose: at({ x: 2 }), factors: { x: 2, y: 2, z: 2 } },
    ]);
  });

  test("[TF6] or each about its own origin, along its own axes", () => {
    const things = [thing(1, { x: -1, yaw: 90 }), thing(2, { x: 1 })];
    const spin = take({ tool: "rotate", handle: "z", things, pivot: "own" });
    type(spin, "90");
    expect(spin.placements().map(where)).toEqual([close(-1, 0, 180), close(1, 0, 90)]);
    const shift = take({ things, pivot: "own", axes: "local" });
    type(shift, "2");
    expect(shift.placements().map(where)).toEqual([close(-1, 2, 90), close(3, 0, 0)]);
    const growth = take({ tool: "scale", handle: "x", things, pivot: "own" });
    type(growth, "3");
    expect(growth.placements().map(({ pose: { x } }) => x)).toEqual([-1, 1]);
  });

  test("[TF5] lights keep their size", () => {
    const growth = take({ tool: "scale", handle: "all", things: [{ ...thing(1, { x: 1 }), hasSize: false }] });
    type(growth, "2");
    expect(growth.placements()).toEqual([{ entity: 1, pose: at({ x: 2 }) }]);
  });

  test("[TF8] what is typed counts instead of the pointer, until it is taken back", () => {
    const handling = take({});
    handling.drag(above, point(60), { steps: firstSteps, snaps: false });
    type(handling, "1/4");
    expect(handling.values).toEqual([0.25]);
    handling.drag(above, point(90), { steps: firstSteps, snaps: false });
    expect(handling.values).toEqual([0.25]);
    for (let i = 0; i < 3; i++) handling.type("Backspace");
    expect(handling.values).toEqual([1.5]);
    expect(handling.type("Backspace")).toBe(false);
  });

  test("[TF8] numbers have units, several stand between commas, and what is none is told with the reason", () => {
    const handling = take({ handle: "all" });
    type(handling, "20cm,,-1");
    expect(handling.values).toEqual([0.2, 0, -1]);
    const ring = take({ tool: "rotate", handle: "y" });
    type(ring, "0.5turn");
    expect(ring.values).toEqual([180]);
    const wrong = take({});
    type(wrong, "1kg");
    expect(readoutOf(wrong, firstSteps, PIXEL)).toMatchObject({
      typed: "1kg m",
      problem: "kg cannot be turned into m: use m, mm, cm, km, in or ft",
    });
    expect(wrong.values).toEqual([0]);
    const flat = take({ tool: "scale", handle: "x" });
    type(flat, "0");
    expect(flat.typed).toEqual({ ok: false, reason: "A factor is at least 0.01" });
  });

  test("[TF8] a letter is the page's own unless a number has begun", () => {
    const handling = take({});
    expect([handling.type("t"), handling.type("5"), handling.type("m"), handling.text]).toEqual([
      false,
      true,
      true,
      "5m",
    ]);
  });

  test("[TF3] an axis can be chosen on the way, and given back", () => {
    const handling = take({ handle: "all" });
    handling.lockAxis("y");
    handling.drag(above, point(30, 60), { steps: firstSteps, snaps: false });
    expect([handling.handle, handling.values]).toEqual(["y", [1]]);
    handling.lockAxis("y");
    handling.drag(above, point(30, 60), { steps: firstSteps, snaps: false });
    expect([handling.handle, handling.values]).toEqual(["all", [0.5, 1, 0]]);
  });

  test("[TF11] on a surface things are where it has them, and the gizmo with them", () => {
    const handling = take({ handle: "x", frame: { origin: { x: 1, y: 0, z: 0 }, rotation: quat.noRotation } });
    const surfaceOffset = { x: 2, y: 3, z: 4 };
    handling.drag(above, point(30, 60), { steps: firstSteps, snaps: true, surfaceOffset });
    expect(handling.placements()).toEqual([{ entity: 1, pose: at({ x: 2, y: 3, z: 4 }) }]);
    expect(heldFrame(handling).origin).toEqual({ x: 3, y: 3, z: 4 });
    handling.drag(above, point(0, 60), { steps: firstSteps, snaps: false });
    expect([handling.handle, handling.isAtRest]).toEqual(["x", true]);
  });
});

const HEIGHT = 10;
const PIXEL = HEIGHT / 600;

/** Seen from above: x to the right, y up, z towards the eye. The view is as high as it is far away. */
const above: ScreenSpace = (() => {
  const camera = new PerspectiveCamera((2 * Math.atan(0.5) * 180) / Math.PI, 800 / 600, 0.01, 100);
  camera.position.set(0, 0, HEIGHT);
  camera.updateMatrixWorld();
  return screenSpaceOf(camera, { width: 800, height: 600 });
})();

function point(right: number, up = 0): Point {
  return { x: 400 + right, y: 300 - up };
}

function turn(degrees: number) {
  return fromRollPitchYaw(0, 0, (degrees * Math.PI) / 180);
}

function at(place: Partial<Pose>): Pose {
  return { ...identityPose, ...place };
}

function thing(entity: number, { x = 0, y = 0, yaw = 0 }: { x?: number; y?: number; yaw?: number }): Thing {
  const rotation = yaw === 0 ? quat.noRotation : turn(yaw);
  return { entity: entity as Entity, name: `box_${entity}`, pose: pose({ x, y, z: 0 }, rotation), hasSize: true };
}

function frameAt(x: number, y: number) {
  return { origin: { x, y, z: 0 }, rotation: quat.noRotation };
}

function take(start: Partial<HandlingStart>): Handling {
  return new Handling({
    tool: "translate",
    handle: "x",
    things: [thing(1, {})],
    frame: frameAt(0, 0),
    pivot: "centre",
    axes: "world",
    space: above,
    point: point(0),
    ...start,
  });
}

function type(handling: Handling, text: string): void {
  for (const key of text) handling.type(key);
}

function readout(handling: Handling) {
  return readoutOf(handling, firstSteps, PIXEL).lines.map(({ result, ...line }) => ({
    ...line,
    result: result === "" ? "" : `→ ${result}`,
  }));
}

function where({ pose: placed }: { readonly pose: Pose }) {
  const yaw = (toRollPitchYaw(rotationOf(placed)).yaw * 180) / Math.PI;
  return [placed.x, placed.y, Math.abs(yaw)];
}

function close(...values: readonly number[]) {
  return values.map((value) => expect.closeTo(value, 9) as number);
}
