import {
  choice,
  finite,
  flag,
  list,
  maybe,
  number,
  record,
  share,
  text,
  unitVector,
  variants,
  vector,
  vectorOf,
  type ValueRule,
} from "../ecs/value-rule.ts";
import type { Geometry } from "../scene/geometry.ts";
import { color } from "./value-rules.ts";

/** In metres; the engines have these bounds themselves. */
const size = number({ above: 0, most: 1e6 });

/** `solid` is not among the fields, because it is on a separate entity. */
export const geometryRule = variants("type", {
  empty: record({ type: choice("empty") }),
  box: record({ type: choice("box"), size: vectorOf(size) }),
  sphere: record({ type: choice("sphere"), radius: size }),
  cylinder: record({ type: choice("cylinder"), radius: size, length: size }),
  capsule: record({ type: choice("capsule"), radius: size, length: number({ least: 0, most: 1e6 }) }),
  cone: record({ type: choice("cone"), radius: size, length: size }),
  ellipsoid: record({ type: choice("ellipsoid"), radii: vectorOf(size) }),
  plane: record({ type: choice("plane"), normal: unitVector, size: record({ x: finite, y: finite }) }),
  mesh: record(
    {
      type: choice("mesh"),
      uri: text,
      from: text,
      scale: vector,
      submesh: text,
      centerSubmesh: flag,
      convex: flag,
    },
    { optional: { maxHulls: number({ least: 1, most: 1024, whole: true }) } },
  ),
  heightmap: record({
    type: choice("heightmap"),
    uri: text,
    from: text,
    size: vectorOf(size),
    position: vector,
    sampling: number({ least: 1, most: 16, whole: true }),
  }),
  polyline: record({
    type: choice("polyline"),
    polylines: list(record({ height: size, points: list(record({ x: finite, y: finite }), 10000) }), 1000),
  }),
} satisfies Readonly<Record<Geometry["type"], ValueRule>>);

export const materialRule = maybe(
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
    { optional: { script: text } },
  ),
);
