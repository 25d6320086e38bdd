import { toRollPitchYaw, type Component } from "@orrery/sim";
import { assertNever, fieldAt, unitOf, type JointMotion } from "@orrery/sim/host";
import { counted, formatCount } from "../../../ui/numbers/number-format.ts";
import { choicesOf } from "./choices.ts";
import { fieldTitle } from "../field-title.ts";
import { describeSpecial } from "./describe-special.ts";
import { fieldRank } from "./field-order.ts";
import type { Field, RotationField, VectorField } from "./field.ts";
import { gatherInertia } from "./inertia-fields.ts";

export interface DescribeOptions {
  readonly motion?: JointMotion | undefined;
  /** Number of the joint's axes. */
  readonly axes?: number | undefined;
}

/** Describes a component's value as fields. Works for any value. */
export function describe(component: Component, value: unknown, options: DescribeOptions = {}): readonly Field[] {
  const special = describeSpecial(component, value);
  if (special !== undefined) return special;
  const shown = withoutUnusedAxes(value, options.axes);
  const place = { component, path: "", unitPath: "", label: "", motion: options.motion };
  const fields = fieldsIn(shown, place, 0);
  return fields.length > 0 ? fields : [{ kind: "summary", ...at(place), text: "None" }];
}

interface ValuePlace {
  readonly component: Component;
  readonly path: string;
  /** The path without list indexes. */
  readonly unitPath: string;
  readonly label: string;
  readonly motion: JointMotion | undefined;
}

/** Returns one field per property of an object, or a single field for anything else. */
function fieldsIn(value: unknown, place: ValuePlace, depth: number): readonly Field[] {
  if (!isRecord(value) || shapeOf(value) !== undefined) return fieldsOf(value, place, depth);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const { facts } = place.component;
  entries.sort(([a], [b]) => fieldRank(facts, a) - fieldRank(facts, b));
  if (depth > DEEPEST) return [{ kind: "summary", ...at(place), text: counted(entries.length, "field") }];
  const fields = entries.flatMap(([key, inner]) => fieldsOf(inner, titled(inside(place, key, fieldTitle(key))), depth));
  return gatherInertia(fields);
}

function fieldsOf(value: unknown, place: ValuePlace, depth: number): readonly Field[] {
  switch (typeof value) {
    case "number":
      return [numberField(value, place)];
    case "boolean":
      return [{ kind: "flag", ...at(place), isOn: value }];
    case "string":
      return [textField(value, place)];
    case "object":
      return value === null ? nothing(place) : objectFields(value, place, depth);
    case "bigint":
    case "symbol":
      return [{ kind: "text", ...at(place), text: String(value) }];
    default:
      return nothing(place);
  }
}

function objectFields(value: object, place: ValuePlace, depth: number): readonly Field[] {
  if (ArrayBuffer.isView(value)) return [{ kind: "summary", ...at(place), text: arrayText(value) }];
  if (Array.isArray(value)) return listFields(value, place, depth);
  const record = value as Readonly<Record<string, number>>;
  switch (shapeOf(value)) {
    case "vector":
      return [vectorField(place, record, place, Object.keys(value).sort())];
    case "colour":
      return [{ kind: "colour", ...at(place), values: [record["r"], record["g"], record["b"], record["a"]] }];
    case "wrench":
      return [
        vectorField(inside(place, "force", "Force"), record, place, ["fx", "fy", "fz"]),
        vectorField(inside(place, "torque", "Torque"), record, place, ["tx", "ty", "tz"]),
      ];
    case "pose": {
      const position = vectorField(inside(place, "position", "Position"), record, place, ["x", "y", "z"]);
      const fields: readonly Field[] = [{ ...position, unit: "m" }, rotationField(place, record)];
      return place.label === "" ? fields : [{ kind: "group", ...at(place), fields }];
    }
    default: {
      const fields = fieldsIn(value, place, depth + 1);
      return place.label === "" ? fields : [{ kind: "group", ...at(place), fields }];
    }
  }
}

function numberField(value: number, place: ValuePlace): Field {
  const means = fieldAt(place.component.facts, place.unitPath)?.means;
  switch (means) {
    case "entity":
      return { kind: "entity", ...at(place), entity: value };
    case "flag":
      return { kind: "flag", ...at(place), isOn: value !== 0 };
    case "time":
      return { kind: "number", ...at(place), value: value / 1e9, unit: "s" };
    case undefined:
      return { kind: "number", ...at(place), value, unit: unit(place) };
    default:
      return assertNever(means);
  }
}

function textField(text: string, place: ValuePlace): Field {
  const options = choicesOf(place.component, place.unitPath, text);
  if (options !== undefined) return { kind: "choice", ...at(place), text, options };
  return { kind: isCode(text) ? "code" : "text", ...at(place), text };
}

/** Makes a vector field. `owner` is the object that contains the numbers. */
function vectorField(
  place: ValuePlace,
  record: Readonly<Record<string, number>>,
  owner: ValuePlace,
  keys: readonly string[],
): VectorField {
  return {
    kind: "vector",
    ...at(place),
    values: keys.map((key) => record[key]!),
    unit: unit(inside(owner, keys[0]!, "")),
    parts: keys.map((key, i) => ({ path: joined(owner.path, key), letter: AXES[i]!, axis: AXES[i] })),
  };
}

function rotationField(place: ValuePlace, record: Readonly<Record<string, number>>): RotationField {
  const [x, y, z, w] = ["qx", "qy", "qz", "qw"].map((key) => record[key]!) as [number, number, number, number];
  const { roll, pitch, yaw } = toRollPitchYaw({ x, y, z, w });
  return {
    kind: "rotation",
    ...at(inside(place, "rotation", "Rotation")),
    posePath: place.path,
    values: [x, y, z, w],
    turns: [roll, pitch, yaw],
  };
}

function listFields(list: readonly unknown[], place: ValuePlace, depth: number): readonly Field[] {
  if (list.length === 0) return [{ kind: "summary", ...at(place), text: "None" }];
  const items = list.slice(0, MAX_ITEMS).flatMap((item, i) => {
    const { name = "", ...rest } = isRecord(item) && typeof item["name"] === "string" ? item : {};
    const label = name === "" ? `${place.component.facts.item ?? ""} ${i + 1}`.trimStart() : String(name);
    const here = { ...place, path: `${place.path}[${i}]`, label };
    return fieldsOf(name === "" ? item : rest, here, depth + 1);
  });
  const left = list.length - MAX_ITEMS;
  const more: readonly Field[] =
    left > 0 ? [{ kind: "summary", path: `${place.path}[…]`, label: "", text: `and ${formatCount(left)} more` }] : [];
  const fields = [...items, ...more];
  return place.label === "" ? fields : [{ kind: "group", ...at(place), fields }];
}

function nothing(place: ValuePlace): readonly Field[] {
  return [{ kind: "summary", ...at(place), text: "Not set" }];
}

function arrayText(array: ArrayBufferView): string {
  const values = array as unknown as ArrayLike<number>;
  if (typeof values.length !== "number") return counted(array.byteLength, "byte");
  const first = Array.from({ length: Math.min(values.length, 3) }, (_, i) => Number(values[i]!.toPrecision(4)));
  const dots = values.length > 3 ? ", …" : "";
  return `${counted(values.length, "number")}${values.length > 0 ? `: ${first.join(", ")}${dots}` : ""}`;
}

/** Recognises a value by its fields: poses, vectors, colours, wrenches. */
function shapeOf(value: object): "vector" | "pose" | "colour" | "wrench" | undefined {
  // Keys are sorted, as in values from a stream.
  switch (Object.keys(value).sort().join()) {
    case "x,y":
    case "x,y,z":
      return "vector";
    case "qw,qx,qy,qz,x,y,z":
      return "pose";
    case "a,b,g,r":
      return "colour";
    case "fx,fy,fz,tx,ty,tz":
      return "wrench";
    default:
      return undefined;
  }
}

/** Drops unused axes: the store keeps three numbers for every joint. */
function withoutUnusedAxes(value: unknown, axes: number | undefined): unknown {
  if (axes === undefined || !isRecord(value) || !("axis1" in value)) return value;
  return Object.fromEntries(Object.entries(value).slice(0, axes));
}

function at({ path, label }: ValuePlace): { readonly path: string; readonly label: string } {
  return { path, label };
}

function unit({ component, unitPath, motion }: ValuePlace): string {
  return unitOf(component, unitPath, motion);
}

function inside(place: ValuePlace, key: string, label: string): ValuePlace {
  return { ...place, path: joined(place.path, key), unitPath: joined(place.unitPath, key), label };
}

/** Gives a field the title that its component declares, if any. */
function titled(place: ValuePlace): ValuePlace {
  const title = fieldAt(place.component.facts, place.unitPath)?.title;
  return title === undefined ? place : { ...place, label: title };
}

function joined(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** Returns whether a text is too long for a line, or XML. */
function isCode(text: string): boolean {
  return text.length > LONG_TEXT || text.includes("\n") || text.startsWith("<");
}

const AXES = ["x", "y", "z"] as const;
const LONG_TEXT = 80;
const MAX_ITEMS = 12;
const DEEPEST = 6;
