import type { gz } from "@orrery/msgs";
import { normalize } from "../base/vec3.ts";
import type { Geometry, Material, Polyline } from "../scene/geometry.ts";
import { colorOf } from "./color-message.ts";
import { vectorOf } from "./vector-message.ts";

/** How to read a shape from the field of a message that holds it. */
const shapes = {
  box: ({ size }) => ({ type: "box", size: vectorOf(size) }),
  sphere: ({ radius = 0 }) => ({ type: "sphere", radius }),
  cylinder: ({ radius = 0, length = 0 }) => ({ type: "cylinder", radius, length }),
  capsule: ({ radius = 0, length = 0 }) => ({ type: "capsule", radius, length }),
  cone: ({ radius = 0, length = 0 }) => ({ type: "cone", radius, length }),
  ellipsoid: ({ radii }) => ({ type: "ellipsoid", radii: vectorOf(radii) }),
  plane: ({ normal, size }) => ({
    type: "plane",
    normal: normalize(normal === undefined ? { x: 0, y: 0, z: 1 } : vectorOf(normal)),
    size: { x: size?.x ?? 1, y: size?.y ?? 1 },
  }),
  mesh: ({ filename = "", scale, submesh = "", center_submesh = false }) => ({
    type: "mesh",
    uri: filename,
    from: "",
    scale: scale === undefined ? { x: 1, y: 1, z: 1 } : vectorOf(scale),
    submesh,
    centerSubmesh: center_submesh,
    convex: false,
  }),
  heightmap: ({ filename = "", size, origin, sampling }) => ({
    type: "heightmap",
    uri: filename,
    from: "",
    size: vectorOf(size),
    position: vectorOf(origin),
    sampling: sampling || 1,
  }),
} satisfies { readonly [F in Exclude<Geometry["type"], "empty" | "polyline">]: Reader<F> };

type Reader<F extends keyof gz.Geometry> = (shape: NonNullable<gz.Geometry[F]>) => Geometry;

/** Returns the shape that a message describes. Throws if it is not supported. */
export function geometryOf(message: gz.Geometry): Geometry {
  for (const field of Object.keys(shapes) as (keyof typeof shapes)[]) {
    const shape = message[field];
    if (shape) return (shapes[field] as (shape: object) => Geometry)(shape);
  }
  const { polyline = [], type = "EMPTY" } = message;
  if (polyline.length > 0) return { type: "polyline", polylines: polyline.map(outlineOf) };
  if (type === "EMPTY") return { type: "empty" };
  throw new Error(`a geometry of the type ${type} is not supported`);
}

function outlineOf({ height = 0, point = [] }: gz.Polyline): Polyline {
  return { height, points: point.map(({ x = 0, y = 0 }) => ({ x, y })) };
}

/** Returns the material that a message describes; missing colours stay unchanged. */
export function materialOf(message: gz.Material, before: Material | undefined): Material {
  const { pbr } = message;
  const { ambient, diffuse, specular, emissive } = before ?? plain;
  const { script: _, ...kept } = before ?? plain;
  return {
    ...kept,
    ambient: colorOf(message.ambient, ambient),
    diffuse: colorOf(message.diffuse, diffuse),
    specular: colorOf(message.specular, specular),
    emissive: colorOf(message.emissive, emissive),
    doubleSided: message.double_sided ?? false,
    ...(pbr === undefined
      ? {}
      : {
          pbr: {
            from: "",
            metalness: pbr.metalness ?? 0,
            roughness: pbr.roughness ?? 0,
            albedoMap: pbr.albedo_map ?? "",
            normalMap: pbr.normal_map ?? "",
            metalnessMap: pbr.metalness_map ?? "",
            roughnessMap: pbr.roughness_map ?? "",
            emissiveMap: pbr.emissive_map ?? "",
            ambientOcclusionMap: pbr.ambient_occlusion_map ?? "",
          },
        }),
  };
}

/** The material of a visual without one. */
const plain: Material = {
  ambient: { r: 1, g: 1, b: 1, a: 1 },
  diffuse: { r: 1, g: 1, b: 1, a: 1 },
  specular: { r: 0, g: 0, b: 0, a: 1 },
  emissive: { r: 0, g: 0, b: 0, a: 1 },
  doubleSided: false,
  pbr: undefined,
};
