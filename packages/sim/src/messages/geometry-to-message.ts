import type { gz } from "@orrery/msgs";
import { assertNever } from "../base/assert-never.ts";
import type { Geometry, Material } from "../scene/geometry.ts";

/** Returns a shape in the form that Gazebo's viewers expect. */
export function toGeometryMessage(geometry: Geometry): gz.Geometry {
  switch (geometry.type) {
    case "empty":
      return { type: "EMPTY" };
    case "box":
      return { type: "BOX", box: { size: geometry.size } };
    case "sphere":
      return { type: "SPHERE", sphere: { radius: geometry.radius } };
    case "cylinder":
      return { type: "CYLINDER", cylinder: { radius: geometry.radius, length: geometry.length } };
    case "capsule":
      return { type: "CAPSULE", capsule: { radius: geometry.radius, length: geometry.length } };
    case "cone":
      return { type: "CONE", cone: { radius: geometry.radius, length: geometry.length } };
    case "ellipsoid":
      return { type: "ELLIPSOID", ellipsoid: { radii: geometry.radii } };
    case "plane":
      return { type: "PLANE", plane: { normal: geometry.normal, size: geometry.size } };
    case "mesh": {
      const { uri, scale, submesh, centerSubmesh } = geometry;
      return { type: "MESH", mesh: { filename: uri, scale, submesh, center_submesh: centerSubmesh } };
    }
    case "heightmap": {
      const { uri, size, position, sampling } = geometry;
      return { type: "HEIGHTMAP", heightmap: { filename: uri, size, origin: position, sampling } };
    }
    case "polyline":
      return {
        type: "POLYLINE",
        polyline: geometry.polylines.map(({ height, points }) => ({ height, point: points })),
      };
    default:
      return assertNever(geometry);
  }
}

export function toMaterialMessage({ ambient, diffuse, specular, emissive, doubleSided, pbr }: Material): gz.Material {
  return {
    ambient,
    diffuse,
    specular,
    emissive,
    lighting: true,
    double_sided: doubleSided,
    ...(pbr === undefined
      ? {}
      : {
          pbr: {
            type: "METAL",
            albedo_map: pbr.albedoMap,
            normal_map: pbr.normalMap,
            metalness: pbr.metalness,
            metalness_map: pbr.metalnessMap,
            roughness: pbr.roughness,
            roughness_map: pbr.roughnessMap,
            ambient_occlusion_map: pbr.ambientOcclusionMap,
            emissive_map: pbr.emissiveMap,
          },
        }),
  };
}
