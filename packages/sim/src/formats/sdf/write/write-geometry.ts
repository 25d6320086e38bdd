import { assertNever } from "../../../base/assert-never.ts";
import type { Geometry, Material } from "../../../scene/geometry.ts";
import type { XmlElement } from "../../xml.ts";
import { element, numberText, unless, value } from "./write-values.ts";

/** Returns the URI for the file to be written; the file `from` has it as `uri`. */
export type UriWriter = (uri: string, from: string) => string;

export function geometryElement(geometry: Geometry, uriOf: UriWriter): XmlElement {
  return element("geometry", { children: shapeElements(geometry, uriOf) });
}

function shapeElements(geometry: Geometry, uriOf: UriWriter): XmlElement[] {
  switch (geometry.type) {
    case "empty":
      return [element("empty")];
    case "box":
      return [element("box", { children: [value("size", geometry.size)] })];
    case "sphere":
      return [element("sphere", { children: [value("radius", geometry.radius)] })];
    case "cylinder":
    case "capsule":
    case "cone": {
      const { type, radius, length } = geometry;
      return [element(type, { children: [value("radius", radius), value("length", length)] })];
    }
    case "ellipsoid":
      return [element("ellipsoid", { children: [value("radii", geometry.radii)] })];
    case "plane": {
      const { normal, size } = geometry;
      const shown = element("size", { text: `${numberText(size.x)} ${numberText(size.y)}` });
      return [element("plane", { children: [value("normal", normal), shown] })];
    }
    case "mesh": {
      const { uri, from, scale, submesh, centerSubmesh, convex } = geometry;
      const part =
        submesh === ""
          ? []
          : [element("submesh", { children: [value("name", submesh), value("center", centerSubmesh)] })];
      return [
        element("mesh", {
          attributes: convex ? { optimization: "convex_hull" } : {},
          children: [value("uri", uriOf(uri, from)), value("scale", scale), ...part],
        }),
      ];
    }
    case "heightmap": {
      const { uri, from, size, position, sampling } = geometry;
      const parts = [value("uri", uriOf(uri, from)), value("size", size), value("pos", position)];
      return [element("heightmap", { children: [...parts, value("sampling", sampling)] })];
    }
    case "polyline":
      return geometry.polylines.map(({ height, points }) => {
        const corners = points.map(({ x, y }) => element("point", { text: `${numberText(x)} ${numberText(y)}` }));
        return element("polyline", { children: [...corners, value("height", height)] });
      });
    default:
      return assertNever(geometry);
  }
}

export function materialElement(material: Material, uriOf: UriWriter): XmlElement {
  const { ambient, diffuse, specular, emissive, doubleSided, pbr } = material;
  const colors = [value("ambient", ambient), value("diffuse", diffuse)];
  colors.push(value("specular", specular), value("emissive", emissive), ...unless(false, "double_sided", doubleSided));
  if (pbr === undefined) return element("material", { children: colors });
  const map = (name: string, uri: string): XmlElement[] => (uri === "" ? [] : [value(name, uriOf(uri, pbr.from))]);
  const metal = element("metal", {
    children: [
      value("metalness", pbr.metalness),
      value("roughness", pbr.roughness),
      ...map("albedo_map", pbr.albedoMap),
      ...map("normal_map", pbr.normalMap),
      ...map("metalness_map", pbr.metalnessMap),
      ...map("roughness_map", pbr.roughnessMap),
      ...map("emissive_map", pbr.emissiveMap),
      ...map("ambient_occlusion_map", pbr.ambientOcclusionMap),
    ],
  });
  return element("material", { children: [...colors, element("pbr", { children: [metal] })] });
}
