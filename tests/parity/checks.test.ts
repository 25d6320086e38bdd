import { expect, test } from "vitest";
import { applyCheck, describeCheck, type Check } from "./checks.ts";
import { differences } from "./compare-records.ts";
import { columnsOf, type Cell, type Columns, type TraceFile } from "./trace.ts";

/** Rows at steps 0, 10 and 20. */
function trace(columns: Readonly<Record<string, readonly Cell[]>>): Columns {
  return new Map<string, readonly Cell[]>([["step", [0, 10, 20]], ...Object.entries(columns)]);
}

/** Returns rotations about y. */
function turned(entity: string, angles: readonly number[]): Record<string, Cell[]> {
  return {
    [`${entity}.qx`]: angles.map(() => 0),
    [`${entity}.qy`]: angles.map((angle) => Math.sin(angle / 2)),
    [`${entity}.qz`]: angles.map(() => 0),
    [`${entity}.qw`]: angles.map((angle) => Math.cos(angle / 2)),
  };
}

const falling = trace({ "model:a.pz": [1, 0.9, 0.5], "joint:a::j.pos0": [null, 0.1, 0.2] });

test("[PG2] a series holds when no value within its steps is further off than allowed", () => {
  const check: Check = { type: "series", level: "loose", cols: ["model:*.p?"], steps: [0, 10], abs: 0.05 };
  const candidate = trace({ "model:a.pz": [1, 0.86, 0] });
  expect(applyCheck(check, falling, candidate)).toMatchObject({ ok: true, worst: expect.closeTo(0.04, 12) });
  expect(applyCheck({ ...check, abs: 0.03 }, falling, candidate).ok).toBe(false);
  expect(applyCheck({ ...check, steps: [0, 20] }, falling, candidate)).toMatchObject({ ok: false, worst: 0.5 });
});

test("[PG2] what the reference has and the candidate lacks fails; what the reference lacks does not count", () => {
  const check: Check = { type: "series", level: "loose", cols: ["joint:*"], steps: [0, 20], abs: 0.01 };
  expect(applyCheck(check, falling, trace({ "joint:a::j.pos0": [5, 0.1, 0.2] })).ok).toBe(true);
  expect(applyCheck(check, falling, trace({ "joint:a::j.pos0": [null, null, 0.2] }))).toMatchObject({
    ok: false,
    note: "joint:a::j.pos0 is not there at 10",
  });
  expect(applyCheck(check, falling, trace({}))).toMatchObject({ ok: false, note: "joint:a::j.pos0 is missing" });
  expect(applyCheck({ ...check, cols: ["link:*"] }, falling, falling)).toMatchObject({ ok: false });
  expect(applyCheck(check, falling, trace({ "joint:a::j.pos0": [null, NaN, 0.2] })).ok).toBe(false);
});

test("[PG2] rotations are compared by the angle between them, whatever their signs", () => {
  const check: Check = { type: "rot", level: "strict", entity: "link:b", steps: [0, 20], abs: 0.11 };
  const reference = trace(turned("link:b", [0, 1, 3]));
  const same = trace(turned("link:b", [2 * Math.PI, 1.1, 3 + 2 * Math.PI]));
  expect(applyCheck(check, reference, same)).toMatchObject({ ok: true, worst: expect.closeTo(0.1, 9) });
  expect(applyCheck(check, reference, trace(turned("link:b", [0, 1, 3.2]))).ok).toBe(false);
});

test("[PG2] values, ranges and tilts look at the candidate alone", () => {
  const value: Check = { type: "value", level: "loose", col: "model:a.pz", step: 20, near: 0.45, abs: 0.06 };
  expect(applyCheck(value, trace({}), falling).ok).toBe(true);
  expect(applyCheck({ ...value, near: 0.4 }, trace({}), falling).ok).toBe(false);
  expect(applyCheck({ ...value, step: 30 }, trace({}), falling).ok).toBe(false);
  const range: Check = { type: "range", level: "loose", col: "model:a.pz", steps: [10, 20], min: 0.5, max: 0.8 };
  expect(applyCheck(range, trace({}), falling)).toMatchObject({ ok: false, worst: expect.closeTo(0.1, 12) });
  expect(applyCheck({ ...range, max: 0.9 }, trace({}), falling).ok).toBe(true);
  expect(applyCheck({ ...range, steps: [21, 30] }, trace({}), falling).ok).toBe(false);
  const tilt: Check = { type: "tilt", level: "loose", entity: "model:c", step: 20, min: 1.05, max: null };
  expect(applyCheck(tilt, trace({}), trace(turned("model:c", [0, 0, 1.2])))).toMatchObject({
    ok: true,
    worst: expect.closeTo(1.2, 9),
  });
  expect(applyCheck(tilt, trace({}), trace(turned("model:c", [0, 0, 0.2]))).ok).toBe(false);
  expect(describeCheck(tilt)).toBe("tilt of model:c at 20 ≥ 1.05 rad");
});

test("[PG2] constants and aliases of a trace are columns too", () => {
  const file = {
    columns: ["step", "x"],
    rows: [
      [0, 1],
      [10, 2],
    ],
    constants: { y: 7 },
    aliases: { z: "x" },
  } as unknown as TraceFile;
  expect(Object.fromEntries(columnsOf(file))).toEqual({ step: [0, 10], x: [1, 2], y: [7, 7], z: [1, 2] });
});

test("messages differ where names, structure or numbers do, but not by ids or what zero leaves out", () => {
  const theirs = { joint: [{ name: "j", id: 4, axis1: { position: 0.1 } }], stamp: { sec: "1" } };
  expect(
    differences(theirs, { joint: [{ name: "j", id: 9, axis1: { position: 0.1001, velocity: 0 } }], stamp: { sec: 1 } }),
  ).toEqual([]);
  expect(differences(theirs, { joint: [{ name: "k", axis1: { position: 0.2 } }], stamp: { sec: 1 } })).toEqual([
    '.joint.0.name: "j", ours "k"',
    ".joint.0.axis1.position: 0.1, ours 0.2",
  ]);
});
