import type { gz } from "@orrery/msgs";
import { normalize } from "../base/vec3.ts";
import type { Geometry, Material } from "../scene/geometry.ts";
import { colorOf } from "./color-message.ts";
import { vectorOf } from "./vector-message.ts";

/** Returns the shape that a message describes. Throws for an unsupported one. */
export function geometryOf(message: gz.Geometry): Geometry {
  const { box, sphere, cylinder, capsule, cone, ellipsoid, plane, mesh, heightmap, polyline } = message;
  if (box) return { type: "box", size: vectorOf(box.size) };
  if (sphere) return { type: "sphere", radius: sphere.radius ?? 0 };
  if (cylinder) return { type: "cylinder", radius: cylinder.radius ?? 0, length: cylinder.length ?? 0 };
  if (capsule) return { type: "capsule", radius: capsule.radius ?? 0, length: capsule.length ?? 0 };
  if (cone) return { type: "cone", radius: cone.radius ?? 0, length: cone.length ?? 0 };
  if (ellipsoid) return { type: "ellipsoid", radii: vectorOf(ellipsoid.radii) };
  if (plane)
    return {
      type: "plane",
      normal: normalize(plane.normal === undefined ? { x: 0, y: 0, z: 1 } : vectorOf(plane.normal)),
      size: { x: plane.size?.x ?? 1, y: plane.size?.y ?? 1 },
    };
  if (mesh)
    return {
      type: "mesh",
      uri: mesh.filename ?? "",
      from: "",
      scale: mesh.scale === undefined ? { x: 1, y: 1, z: 1 } : vectorOf(mesh.scale),
      submesh: mesh.submesh ?? "",
      centerSubmesh: mesh.center_submesh ?? false,
      convex: false,
    };
  if (heightmap)
    return {
      type: "heightmap",
      uri: heightmap.filename ?? "",
      from: "",
      size: vectorOf(heightmap.size),
      position: vectorOf(heightmap.origin),
      sampling: heightmap.sampling || 1,
    };
  if (polyline !== undefined && polyline.length > 0)
    return {
      type: "polyline",
      polylines: polyline.map(({ height = 0, point = [] }) => ({
        height,
        points: point.map(({ x = 0, y = 0 }) => ({ x, y })),
      })),
    };
  if (message.type === undefined || message.type === "EMPTY") return { type: "empty" };
  throw new Error(`a geometry of the type ${message.type} is not supported`);
}

/** Returns the material that a message describes; colours that it leaves out stay as they were. */
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

/** The material of a visual that has none. */
const plain: Material = {
  ambient: { r: 1, g: 1, b: 1, a: 1 },
  diffuse: { r: 1, g: 1, b: 1, a: 1 },
  specular: { r: 0, g: 0, b: 0, a: 1 },
  emissive: { r: 0, g: 0, b: 0, a: 1 },
  doubleSided: false,
  pbr: undefined,
};
