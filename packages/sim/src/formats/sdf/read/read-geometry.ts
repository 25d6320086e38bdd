import { dot, normalize, type Vec3 } from "../../../base/vec3.ts";
import type { Geometry, Polyline } from "../../../scene/geometry.ts";
import type { Problems } from "../../../scene/problem.ts";
import { attributeOf, childOf, childOrEmpty, childrenOf, fromUri, placeOf, type XmlElement } from "../../xml.ts";
import type { SdfContext } from "../context.ts";
import { notePlace, noteUri } from "../places.ts";
import {
  numbersOf,
  type NumberRule,
  readBool,
  readDirection,
  readInteger,
  readNumber,
  readSize,
  readText,
  readVec2,
  readVec3,
} from "../values.ts";

const unit: Vec3 = { x: 1, y: 1, z: 1 };

/** Reads the `<geometry>` of a collision or visual. */
export function readGeometry(parent: XmlElement, context: SdfContext): Geometry {
  const { problems } = context;
  const geometry = childOf(parent, "geometry");
  if (geometry === undefined) {
    const hint = "add <geometry><box>…</box></geometry>";
    problems.warn("missing-element", `<${parent.name}> has no <geometry>`, placeOf(parent), hint);
    return { type: "empty" };
  }
  // Of several shapes, the first in this order counts, as in the reference.
  for (const name of SHAPES) {
    const shape = childOf(geometry, name);
    if (shape === undefined) continue;
    const outlines = childrenOf(geometry, "polyline");
    const read: Geometry =
      name === "polyline"
        ? { type: "polyline", polylines: outlines.map((outline) => readPolyline(outline, problems)) }
        : readShape(shape, problems);
    notePlace(read, shape);
    const written = attributeOf(childOrEmpty(shape, "uri"), WRITTEN_URI);
    if (written !== undefined) noteUri(read, written);
    return read;
  }
  return { type: "empty" };
}

/** An attribute with the original text of a `<uri>` that was rewritten. */
export const WRITTEN_URI = "orrery:written";

const SHAPES = "box capsule cone cylinder ellipsoid plane sphere mesh heightmap polyline".split(" ");

function readShape(shape: XmlElement, problems: Problems): Geometry {
  switch (shape.name) {
    case "box":
      return { type: "box", size: readSize(required(shape, "size", problems), "size", unit, problems) };
    case "sphere":
      return { type: "sphere", radius: radiusOf(shape, problems) };
    case "cylinder":
    case "cone":
      return {
        type: shape.name,
        radius: radiusOf(shape, problems),
        length: lengthOf(shape, { fallback: 1, above: 0 }, problems),
      };
    case "capsule":
      // A capsule without a cylindrical part is a sphere.
      return {
        type: "capsule",
        radius: radiusOf(shape, problems, 0.5),
        length: lengthOf(shape, { fallback: 1, least: 0 }, problems),
      };
    case "ellipsoid":
      return { type: "ellipsoid", radii: readSize(required(shape, "radii", problems), "radii", unit, problems) };
    case "plane":
      return {
        type: "plane",
        normal: unit3(readDirection(shape, "normal", { x: 0, y: 0, z: 1 }, problems)),
        size: readVec2(shape, "size", { x: 1, y: 1 }),
      };
    case "mesh":
      return readMesh(shape, problems);
    case "heightmap":
      return {
        type: "heightmap",
        uri: uriOf(shape, problems),
        from: shape.source.file,
        ...fromUri(shape),
        size: readSize(shape, "size", unit, problems),
        position: readVec3(shape, "pos", { x: 0, y: 0, z: 0 }),
        sampling: readInteger(shape, "sampling", { fallback: 1, least: 1 }, problems),
      };
    default:
      // Unknown shapes were reported already; <empty> and <image> have nothing to collide or draw.
      return { type: "empty" };
  }
}

/** Normalises a vector. One of length 1 stays the same to the bit, so that a saved file reads back unchanged. */
function unit3(v: Vec3): Vec3 {
  return Math.abs(dot(v, v) - 1) < 1e-12 ? v : normalize(v);
}

function radiusOf(shape: XmlElement, problems: Problems, fallback = 1): number {
  return readNumber(required(shape, "radius", problems), "radius", { fallback, above: 0 }, problems);
}

function lengthOf(shape: XmlElement, rule: NumberRule, problems: Problems): number {
  return readNumber(required(shape, "length", problems), "length", rule, problems);
}

function required(shape: XmlElement, name: string, problems: Problems): XmlElement {
  if (childOf(shape, name) === undefined) {
    const hint = `add <${name}>, in metres`;
    problems.warn("missing-element", `<${shape.name}> has no <${name}>; a default is taken`, placeOf(shape), hint);
  }
  return shape;
}

/** Returns the URI of a shape; `__default__` if there is none, as in other readers, because no file has that name. */
function uriOf(shape: XmlElement, problems: Problems): string {
  if (childOf(shape, "uri") === undefined) {
    problems.warn("missing-element", `<${shape.name}> has no <uri>`, placeOf(shape), "add <uri>…</uri>");
  }
  return readText(shape, "uri", "__default__");
}

function readMesh(shape: XmlElement, problems: Problems): Geometry {
  const submesh = childOrEmpty(shape, "submesh");
  if (childOf(shape, "submesh") !== undefined && childOf(submesh, "name") === undefined) {
    problems.error("missing-element", "<submesh> has no <name>", placeOf(submesh), "add <name>…</name>");
  }
  const optimization = attributeOf(shape, "optimization") ?? "";
  return {
    type: "mesh",
    uri: uriOf(shape, problems),
    from: shape.source.file,
    ...fromUri(shape),
    scale: readVec3(shape, "scale", unit),
    submesh: readText(submesh, "name", ""),
    centerSubmesh: readBool(submesh, "center", false),
    convex: optimization === "convex_hull" || optimization === "convex_decomposition",
    ...(optimization === "convex_decomposition" ? { maxHulls: maxHullsOf(shape, problems) } : {}),
  };
}

/** Returns the largest number of hulls; Gazebo's default if the file gives none. */
function maxHullsOf(shape: XmlElement, problems: Problems): number {
  const rule = { fallback: 16, least: 1 };
  return readInteger(childOrEmpty(shape, "convex_decomposition"), "max_convex_hulls", rule, problems);
}

function readPolyline(outline: XmlElement, problems: Problems): Polyline {
  const points = childrenOf(outline, "point").flatMap((point) => {
    const numbers = numbersOf(point, 2);
    return numbers === undefined ? [] : [{ x: numbers[0]!, y: numbers[1]! }];
  });
  return { height: readNumber(outline, "height", { fallback: 1, above: 0 }, problems), points };
}
