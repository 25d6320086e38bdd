import { shapeFault } from "../../physics/shape-fault.ts";
import type { Geometry } from "../../scene/geometry.ts";
import {
  finite,
  flag,
  list,
  maybe,
  number,
  oneOf,
  record,
  share,
  text,
  unitVector,
  vector,
  type ValueCheck,
} from "./value-check.ts";

const type = (name: Geometry["type"]): ValueCheck => oneOf(name);
/** Metres. */
const size = number({ above: 0, most: 1e6 });
const round = { radius: size, length: size };

/** The checks of each type; `solid` is not among the fields, because it has an entity of its own. */
const shapes: Readonly<Record<Geometry["type"], ValueCheck>> = {
  empty: record({ type: type("empty") }),
  box: record({ type: type("box"), size: record({ x: size, y: size, z: size }) }),
  sphere: record({ type: type("sphere"), radius: size }),
  cylinder: record({ type: type("cylinder"), ...round }),
  capsule: record({ type: type("capsule"), radius: size, length: number({ least: 0, most: 1e6 }) }),
  cone: record({ type: type("cone"), ...round }),
  ellipsoid: record({ type: type("ellipsoid"), radii: record({ x: size, y: size, z: size }) }),
  plane: record({ type: type("plane"), normal: unitVector, size: record({ x: finite, y: finite }) }),
  mesh: record(
    {
      type: type("mesh"),
      uri: text,
      from: text,
      scale: vector,
      submesh: text,
      centerSubmesh: flag,
      convex: flag,
    },
    { maxHulls: number({ least: 1, most: 1024, whole: true }) },
  ),
  heightmap: record({
    type: type("heightmap"),
    uri: text,
    from: text,
    size: record({ x: size, y: size, z: size }),
    position: vector,
    sampling: number({ least: 1, most: 16, whole: true }),
  }),
  polyline: record({
    type: type("polyline"),
    polylines: list(record({ height: size, points: list(record({ x: finite, y: finite }), 10000) }), 1000),
  }),
};

export const geometryCheck: ValueCheck = (value, at) => {
  const given = typeof value === "object" && value !== null ? (value as { type?: unknown }).type : undefined;
  if (typeof given !== "string" || !Object.hasOwn(shapes, given))
    return `${at}.type must be one of ${Object.keys(shapes).join(", ")}`;
  return shapes[given as Geometry["type"]](value, at) ?? faultOf(value as Geometry);
};

/** By the engines' own bounds. */
function faultOf(geometry: Geometry): string | undefined {
  switch (geometry.type) {
    case "empty":
    case "mesh":
    case "heightmap":
    case "polyline":
      return undefined;
    default:
      return shapeFault(geometry);
  }
}

/** Brighter than white is possible, as files have it. */
const brightness = number({ least: 0, most: 1000 });
export const color = record({ r: brightness, g: brightness, b: brightness, a: share });

export const materialCheck = maybe(
  record(
    {
      ambient: color,
      diffuse: color,
      specular: color,
      emissive: color,
      doubleSided: flag,
      pbr: maybe(
        record({
          from: text,
          metalness: share,
          roughness: share,
          albedoMap: text,
          normalMap: text,
          metalnessMap: text,
          roughnessMap: text,
          emissiveMap: text,
          ambientOcclusionMap: text,
        }),
      ),
    },
    { script: text },
  ),
);
