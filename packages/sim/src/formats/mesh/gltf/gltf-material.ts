import type { Color } from "../../../scene/color.ts";
import type { Problems } from "../../../scene/problem.ts";
import { dataIn, type GltfDocument } from "./gltf-container.ts";
import { countOf, item, listOf, numberOf, numbersOf, objectOf, textOf, type GltfObject } from "./gltf-json.ts";
import { plainMaterial, type MeshMaterial, type MeshTexture } from "../mesh.ts";
import { MeshError } from "../mesh-error.ts";

/** Returns a glTF material; missing textures are left out with a warning. */
export function gltfMaterial(material: GltfObject, document: GltfDocument, problems: Problems): MeshMaterial {
  const metallic = objectOf(material, "pbrMetallicRoughness") ?? {};
  const map = (parent: GltfObject, key: string): MeshTexture | undefined => {
    try {
      return textureOf(parent, key, document);
    } catch (error) {
      if (!(error instanceof MeshError)) throw error;
      problems.warn("mesh-texture", `${key}: ${error.message}`, { file: document.file, line: 1, column: 1 });
      return undefined;
    }
  };
  const [r, g, b, a] = numbersOf(metallic, "baseColorFactor", 4) ?? [1, 1, 1, 1];
  const diffuse: Color = { r: r!, g: g!, b: b!, a: a! };
  const [red, green, blue] = numbersOf(material, "emissiveFactor", 3) ?? [0, 0, 0];
  // Metalness is the blue channel, roughness the green one.
  const shared = map(metallic, "metallicRoughnessTexture");
  return {
    ...plainMaterial,
    name: textOf(material, "name"),
    diffuse,
    ambient: diffuse,
    emissive: { r: red!, g: green!, b: blue!, a: 1 },
    metalness: numberOf(metallic, "metallicFactor", 1),
    roughness: numberOf(metallic, "roughnessFactor", 1),
    doubleSided: material["doubleSided"] === true,
    texture: map(metallic, "baseColorTexture"),
    normalMap: map(material, "normalTexture"),
    emissiveMap: map(material, "emissiveTexture"),
    metalnessMap: shared,
    roughnessMap: shared,
  };
}

function textureOf(parent: GltfObject, key: string, document: GltfDocument): MeshTexture | undefined {
  const reference = objectOf(parent, key);
  if (reference === undefined) return undefined;
  const texture = item(listOf(document.root, "textures"), countOf(reference, "index", -1), "texture");
  const source = countOf(texture, "source", -1);
  if (source < 0) return undefined;
  const image = item(listOf(document.root, "images"), source, "image");
  const uri = textOf(image, "uri");
  if (uri.startsWith("data:")) {
    return { type: "data", mimeType: /^data:([^;,]*)/.exec(uri)![1]!, bytes: dataIn(uri) };
  }
  if (uri !== "") return { type: "file", uri, from: document.file };
  const view = item(listOf(document.root, "bufferViews"), countOf(image, "bufferView", -1), "bufferView");
  const buffer = item(document.buffers, countOf(view, "buffer", -1), "buffer");
  const start = countOf(view, "byteOffset", 0);
  const bytes = buffer.subarray(start, start + countOf(view, "byteLength", 0));
  return { type: "data", mimeType: textOf(image, "mimeType"), bytes };
}
