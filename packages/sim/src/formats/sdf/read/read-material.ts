import type { Color } from "../../../scene/color.ts";
import type { Material, PbrMaterial } from "../../../scene/geometry.ts";
import { attributeOf, childOf, childOrEmpty, fromUri, hasPrefix, placeOf, type XmlElement } from "../../xml.ts";
import type { SdfContext } from "../context.ts";
import { notePlace } from "../places.ts";
import { readBool, readColor, readNumber, readText } from "../values.ts";

const black: Color = { r: 0, g: 0, b: 0, a: 1 };

export function readMaterial(visual: XmlElement, context: SdfContext): Material | undefined {
  const element = childOf(visual, "material");
  if (element === undefined) return undefined;
  checkScript(element, context);
  checkShader(element, context);
  checkPbr(element, context);
  const material: Material = {
    ambient: readColor(element, "ambient", black),
    diffuse: readColor(element, "diffuse", black),
    specular: readColor(element, "specular", black),
    emissive: readColor(element, "emissive", black),
    doubleSided: readBool(element, "double_sided", false),
    pbr: readPbr(element, context),
    ...scriptOf(element),
  };
  return notePlace(material, element);
}

function scriptOf(material: XmlElement): Pick<Material, "script"> {
  const script = readText(childOrEmpty(material, "script"), "name", "");
  return script === "" ? {} : { script };
}

/**
 * Checks a material script, only the name of which is used, because scripts are for a different renderer. An incomplete
 * script is still an error.
 */
function checkScript(material: XmlElement, { problems }: SdfContext): void {
  const script = childOf(material, "script");
  if (script === undefined) return;
  for (const name of ["uri", "name"]) {
    const value = readText(script, name, "");
    if (value !== "" && value !== "__default__") continue;
    problems.error(
      "missing-element",
      `<script> of <material> has no <${name}>`,
      placeOf(script),
      "add it, or remove <script>",
    );
  }
}

function checkShader(material: XmlElement, { problems }: SdfContext): void {
  const shader = childOf(material, "shader");
  if (shader === undefined || attributeOf(shader, "type")?.trim().startsWith("normal_map") !== true) return;
  const map = readText(shader, "normal_map", "");
  if (map !== "" && map !== "__default__") return;
  problems.error("missing-element", "<shader> needs a <normal_map>", placeOf(shader), "add it, or remove <shader>");
}

function checkPbr(material: XmlElement, { problems }: SdfContext): void {
  for (const workflow of childOrEmpty(material, "pbr").children) {
    if (workflow.name === "metal" || workflow.name === "specular" || hasPrefix(workflow.name)) continue;
    problems.error("bad-value", `<pbr> cannot contain <${workflow.name}>`, placeOf(workflow), "metal or specular");
  }
}

function readPbr(material: XmlElement, { problems }: SdfContext): PbrMaterial | undefined {
  const metal = childOf(childOrEmpty(material, "pbr"), "metal");
  if (metal === undefined) return undefined;
  return {
    from: metal.source.file,
    ...fromUri(metal),
    metalness: readNumber(metal, "metalness", { fallback: 0.5, least: 0 }, problems),
    roughness: readNumber(metal, "roughness", { fallback: 0.5, least: 0 }, problems),
    albedoMap: readText(metal, "albedo_map", ""),
    normalMap: readText(metal, "normal_map", ""),
    metalnessMap: readText(metal, "metalness_map", ""),
    roughnessMap: readText(metal, "roughness_map", ""),
    emissiveMap: readText(metal, "emissive_map", ""),
    ambientOcclusionMap: readText(metal, "ambient_occlusion_map", ""),
  };
}
