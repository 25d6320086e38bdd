import { fromRollPitchYaw, type Component, type Pose as PoseValue } from "@orrery/sim";
import { knownComponents } from "@orrery/sim/host";
import { Geometry, GravityEnabled, Inertial, JointAxes, Light, Material, Pose } from "@orrery/sim/components";
import { expect, test } from "vitest";
import { describe } from "./describe.ts";
import { applyChange, choosing, type FieldChange } from "./field-change.ts";
import type { Field } from "./field.ts";
import { initialValue } from "./initial-value.ts";
import { isSameData } from "./same-data.ts";

const changed = (component: Component, value: unknown, change: FieldChange): unknown =>
  applyChange(component, value, change);

const axis = {
  xyz: { x: 0, y: 0, z: 1 },
  lower: -1,
  upper: Infinity,
  effort: 5,
  velocity: 1,
  damping: 0,
  friction: 0,
  springReference: 0,
  springStiffness: 0,
};

/** Returns the change that each field would request if its value were entered again. */
function askedFor(fields: readonly Field[]): readonly FieldChange[] {
  return fields.flatMap((field): readonly FieldChange[] => {
    switch (field.kind) {
      case "group":
        return askedFor(field.fields);
      case "number":
        return [{ kind: "set", path: field.path, value: field.value! }];
      case "vector":
        return field.parts.map(({ path }, i) => ({ kind: "set", path, value: field.values[i]! }));
      case "colour": {
        const [r, g, b, a] = field.values as [number, number, number, number];
        return [{ kind: "merge", path: field.path, value: { r, g, b, a } }];
      }
      case "text":
        return [{ kind: "set", path: field.path, value: field.text! }];
      case "flag":
        return [{ kind: "set", path: field.path, value: field.isOn! }];
      case "choice":
        return [choosing(field.path, field.text!)];
      default:
        return [];
    }
  });
}

const isTag = (component: Component): boolean => component.kind === "numeric" && component.fields.length === 0;
const BOX = { type: "box", size: { x: 1, y: 2, z: 3 } };

test.each(
  knownComponents()
    .filter((component) => component.facts.edit !== undefined && !isTag(component))
    .map((component) => [component.name, component]),
)("[IN30] every field of %s reaches its own place in the value", (_, component) => {
  const value =
    component === JointAxes
      ? [{ ...axis, xyz: { x: 0, y: 0.6, z: 0.8 } }]
      : component === Geometry
        ? BOX
        : initialValue(component);
  const changes = askedFor(describe(component, value));
  expect(changes.length).toBeGreaterThan(0);
  for (const change of changes) expect(isSameData(changed(component, value, change), value)).toBe(true);
  // Every other number must stay unchanged.
  for (const change of changes)
    if (change.kind === "set" && typeof change.value === "number")
      expect(
        isSameData(
          changed(component, value, { ...change, value: Number.isFinite(change.value) ? change.value + 1 : 1 }),
          value,
        ),
      ).toBe(false);
});

test("[IN31] one field changes, and nothing else of the value", () => {
  const inertial = { ...Inertial.initial(), ixx: 0.1 };
  expect(changed(Inertial, inertial, { kind: "set", path: "ixx", value: 0.2 })).toEqual({ ...inertial, ixx: 0.2 });
  expect(changed(JointAxes, [axis, axis], { kind: "set", path: "[1].lower", value: -2 })).toEqual([
    axis,
    { ...axis, lower: -2 },
  ]);
  const light = Light.initial();
  const far = changed(Light, light, { kind: "set", path: "attenuation.range", value: 3 });
  expect(far).toEqual({ ...light, attenuation: { ...light.attenuation, range: 3 } });
  // The old value must not change, because snapshots share it.
  expect(light.attenuation.range).toBe(10);
});

test("[IN31] a switch that is kept as a number stays one", () => {
  expect(changed(GravityEnabled, { on: 1 }, { kind: "set", path: "on", value: false })).toEqual({ on: 0 });
});

test("[IN31] a colour that is entered without opacity keeps that which it has", () => {
  const grey = { r: 0.5, g: 0.5, b: 0.5, a: 0.25 };
  const material = { ambient: grey, diffuse: grey };
  expect(changed(Material, material, { kind: "merge", path: "diffuse", value: { r: 1, g: 0, b: 0 } })).toEqual({
    ambient: grey,
    diffuse: { r: 1, g: 0, b: 0, a: 0.25 },
  });
});

test("[IN31] a position that is changed leaves the quaternion to the bit, whatever roll, pitch and yaw would make of it", () => {
  const { x: qx, y: qy, z: qz, w: qw } = fromRollPitchYaw(0.1, 0.2, 0.3);
  const pose = { x: 1, y: 2, z: 3, qx, qy, qz, qw };
  expect(changed(Pose, pose, { kind: "set", path: "y", value: 7 })).toStrictEqual({ ...pose, y: 7 });
});

test("[IN31] roll, pitch and yaw are changed one at a time; the two others stay", () => {
  const { x: qx, y: qy, z: qz, w: qw } = fromRollPitchYaw(0.1, 0.2, 0.3);
  const inertial = { ...Inertial.initial(), pose: { x: 0, y: 0, z: 0, qx, qy, qz, qw } };
  const after = changed(Inertial, inertial, { kind: "turn", path: "pose", axis: 2, angle: 1 }) as typeof inertial;
  const expected = fromRollPitchYaw(0.1, 0.2, 1);
  expect(after.pose.qx).toBeCloseTo(expected.x, 14);
  expect(after.pose.qy).toBeCloseTo(expected.y, 14);
  expect(after.pose.qz).toBeCloseTo(expected.z, 14);
  expect(after.pose.qw).toBeCloseTo(expected.w, 14);
});

test("[IN31] a part of the quaternion is kept as it was entered; the others make it a rotation", () => {
  const half = Math.SQRT1_2;
  const turned = changed(
    Pose,
    { x: 0, y: 0, z: 0, qx: 0, qy: 0, qz: half, qw: half },
    { kind: "quaternion", path: "", part: 0, value: 0.6 },
  ) as PoseValue;
  // 0.8 is left for z and w, which were equal: 0.8 / √2 each.
  expect(turned.qx).toBe(0.6);
  expect(turned.qz).toBeCloseTo(0.8 * half, 14);
  expect(turned.qw).toBeCloseTo(0.8 * half, 14);
  const none = { x: 0, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 };
  expect(changed(Pose, none, { kind: "quaternion", path: "", part: 3, value: 0 })).toEqual({ ...none, qx: 1, qw: 0 });
});

test("[IN31] directions keep length 1, whichever of their numbers is set", () => {
  const [after] = changed(JointAxes, [axis], { kind: "set", path: "[0].xyz.x", value: 1 }) as (typeof axis)[];
  expect(after!.xyz.x).toBeCloseTo(Math.SQRT1_2, 14);
  expect(after!.xyz.z).toBeCloseTo(Math.SQRT1_2, 14);
  const set = (key: string, value: number) => ({ kind: "set", path: `normal.${key}`, value }) as const;
  const plane = { type: "plane", normal: { x: 0, y: 0, z: 1 }, size: { x: 1, y: 1 } };
  const tilted = changed(Geometry, plane, { kind: "all", changes: [set("x", 3), set("y", 0), set("z", 4)] });
  expect(tilted).toMatchObject({ normal: { x: expect.closeTo(0.6, 14), y: 0, z: expect.closeTo(0.8, 14) } });
  // Sizes are not directions.
  const box = { type: "box", size: { x: 1, y: 1, z: 1 } };
  expect(changed(Geometry, box, { kind: "set", path: "size.x", value: 2 })).toEqual({
    ...box,
    size: { x: 2, y: 1, z: 1 },
  });
});

test("[IN31] another mass is the same shapes with another density: moments and products go with it", () => {
  const heavy = { ...Inertial.initial(), mass: 2, ixx: 0.25, iyy: 0.5, izz: 0.625, ixy: 0.125, ixz: -0.25, iyz: 0 };
  const light = { ...heavy, mass: 0.5, ixx: 0.0625, iyy: 0.125, izz: 0.15625, ixy: 0.03125, ixz: -0.0625 };
  for (const auto of [true, false])
    expect(changed(Inertial, { ...heavy, auto }, { kind: "set", path: "mass", value: 0.5 })).toEqual({
      ...light,
      auto,
    });
  // Such a mass is refused later; moments of NaN would hide the reason.
  expect(changed(Inertial, heavy, { kind: "set", path: "mass", value: 0 })).toEqual({ ...heavy, mass: 0 });
  expect(changed(Inertial, heavy, { kind: "set", path: "mass", value: -1 })).toEqual({ ...heavy, mass: -1 });
});

test("[IN31] inertia that somebody has set no longer follows from the shapes", () => {
  const automatic = { ...Inertial.initial(), auto: true };
  expect(changed(Inertial, automatic, { kind: "set", path: "ixx", value: 1.5 })).toMatchObject({ auto: false });
  expect(changed(Inertial, automatic, { kind: "set", path: "pose.x", value: 1 })).toMatchObject({ auto: false });
  expect(changed(Inertial, automatic, { kind: "whole", value: automatic })).toMatchObject({ auto: true });
});
