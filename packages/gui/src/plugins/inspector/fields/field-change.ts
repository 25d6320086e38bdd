import { fromRollPitchYaw, toRollPitchYaw, vec3, type Component, type Pose, type Quat, type Vec3 } from "@orrery/sim";
import { Geometry, Inertial, JointAxes, Light } from "@orrery/sim/components";
import { lightOfType, shapeOfType } from "./change-type.ts";

/** A change of one field. Applied to the value of each selected entity, it leaves the rest unchanged. */
export type FieldChange =
  /** Sets a number, a text or a switch. */
  | { readonly kind: "set"; readonly path: string; readonly value: number | string | boolean }
  /** Sets some of the fields of an object, for instance red, green and blue of a colour. */
  | { readonly kind: "merge"; readonly path: string; readonly value: Readonly<Record<string, number>> }
  /** Sets roll, pitch or yaw of a pose, in radians; the two others stay. */
  | { readonly kind: "turn"; readonly path: string; readonly axis: 0 | 1 | 2; readonly angle: number }
  /** Sets x, y, z or w of a pose's quaternion, −1 to 1; the other three are adjusted. */
  | { readonly kind: "quaternion"; readonly path: string; readonly part: 0 | 1 | 2 | 3; readonly value: number }
  /** Changes the type of a light or shape, with sizes that make sense for it. */
  | { readonly kind: "type"; readonly type: string }
  /** Makes several changes, one after another. */
  | { readonly kind: "all"; readonly changes: readonly FieldChange[] }
  /** Replaces the whole value. */
  | { readonly kind: "whole"; readonly value: unknown };

/** Returns the change that chooses a text from a fixed set. A new type gets suitable sizes. */
export function choosing(path: string, text: string): FieldChange {
  return path === "type" ? { kind: "type", type: text } : { kind: "set", path, value: text };
}

/** Returns the component's value after the change. */
export function applyChange(component: Component, value: unknown, change: FieldChange): unknown {
  const owners = new Set(setPaths(change).map((path) => path.replace(/\.[xyz]$/, "")));
  const changed = [...owners].reduce(
    (sum, owner) => withUnitLength(component, owner, sum),
    apply(component, value, change),
  );
  return component.name === Inertial.name ? afterEdit(changed, change) : changed;
}

function apply(component: Component, value: unknown, change: FieldChange): unknown {
  switch (change.kind) {
    case "set":
      if (component.name === Inertial.name && change.path === "mass" && typeof change.value === "number")
        return withMass(value as InertialValue, change.value);
      return updatedAt(value, change.path, change.value);
    case "merge":
      return updated(value, stepsOf(change.path), (old) => ({ ...(old as object), ...change.value }));
    case "turn":
      return updated(value, stepsOf(change.path), (old) => turned(old as Pose, change.axis, change.angle));
    case "quaternion":
      return updated(value, stepsOf(change.path), (old) => withQuaternionPart(old as Pose, change.part, change.value));
    case "type":
      if (component.name === Geometry.name) return shapeOfType(value as Parameters<typeof shapeOfType>[0], change.type);
      if (component.name === Light.name) return lightOfType(value as Parameters<typeof lightOfType>[0], change.type);
      return updatedAt(value, "type", change.type);
    case "all":
      return change.changes.reduce((sum, each) => apply(component, sum, each), value);
    default:
      return change.value;
  }
}

type InertialValue = ReturnType<typeof Inertial.initial>;

/**
 * Sets the mass as if the same shapes had a different density: moments scale with the mass. An impossible mass is only
 * stored, to be refused later.
 */
function withMass(inertial: InertialValue, mass: number): InertialValue {
  const factor = mass / inertial.mass;
  if (!(factor > 0) || !Number.isFinite(factor)) return { ...inertial, mass };
  const { ixx, iyy, izz, ixy, ixz, iyz } = inertial;
  return {
    ...inertial,
    mass,
    ixx: ixx * factor,
    iyy: iyy * factor,
    izz: izz * factor,
    ixy: ixy * factor,
    ixz: ixz * factor,
    iyz: iyz * factor,
  };
}

/**
 * Updates an automatic inertia after an edit. Moments from shapes are proportional to the mass; explicit moments and
 * centres do not come from shapes.
 */
function afterEdit(inertial: unknown, change: FieldChange): unknown {
  const isAutomatic = isRecord(inertial) && inertial["auto"] === true;
  if (!isAutomatic || change.kind === "whole" || (change.kind === "set" && change.path === "mass")) return inertial;
  return { ...inertial, auto: false };
}

/** Updates a value at a path. A switch that is stored as a number stays a number: 1 for on. */
function updatedAt(value: unknown, path: string, next: number | string | boolean): unknown {
  return updated(value, stepsOf(path), (old) => (typeof old === "number" ? Number(next) : next));
}

function setPaths(change: FieldChange): readonly string[] {
  if (change.kind === "all") return change.changes.flatMap(setPaths);
  return change.kind === "set" ? [change.path] : [];
}

/** Keeps directions of axes and planes at length 1, whichever of their numbers was edited. */
function withUnitLength(component: Component, path: string, value: unknown): unknown {
  const isDirection =
    (component.name === JointAxes.name && path.endsWith(".xyz")) ||
    (component.name === Geometry.name && path === "normal");
  return isDirection ? updated(value, stepsOf(path), (old) => vec3.normalize(old as Vec3)) : value;
}

/** Splits a path: `a.b[2].c` becomes a, b, 2, c. */
function stepsOf(path: string): readonly string[] {
  return path.match(/[^.[\]]+/g) ?? [];
}

function updated(value: unknown, steps: readonly string[], change: (old: unknown) => unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) return value.with(Number(step), updated(value[Number(step)], rest, change));
  const record = value as Readonly<Record<string, unknown>>;
  return { ...record, [step]: updated(record[step], rest, change) };
}

function turned(pose: Pose, axis: 0 | 1 | 2, angle: number): Pose {
  const { roll, pitch, yaw } = toRollPitchYaw({ x: pose.qx, y: pose.qy, z: pose.qz, w: pose.qw });
  const [newRoll, newPitch, newYaw] = [roll, pitch, yaw].with(axis, angle) as [number, number, number];
  return rotatedTo(pose, fromRollPitchYaw(newRoll, newPitch, newYaw));
}

function withQuaternionPart(pose: Pose, part: 0 | 1 | 2 | 3, value: number): Pose {
  const old = [pose.qx, pose.qy, pose.qz, pose.qw];
  const kept = Math.min(Math.max(value, -1), 1);
  const others = Math.sqrt(old.reduce((sum, each, i) => (i === part ? sum : sum + each * each), 0));
  const left = Math.sqrt(1 - kept * kept);
  // The other three are all zero: w takes the remainder, or x if w was set.
  const [x, y, z, w] = old.map((each, i) => {
    if (i === part) return kept;
    if (others > 0) return (each * left) / others;
    return i === (part === 3 ? 0 : 3) ? left : 0;
  }) as [number, number, number, number];
  return rotatedTo(pose, { x, y, z, w });
}

function rotatedTo(pose: Pose, { x, y, z, w }: Quat): Pose {
  return { ...pose, qx: x, qy: y, qz: z, qw: w };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
