import type { PluginScene } from "../../scene/scene.ts";
import { attributeOf, childrenOf, innerXml, placeOf, type XmlElement } from "../xml.ts";

export function readPlugins(parent: XmlElement): PluginScene[] {
  return childrenOf(parent, "plugin").map((element) => ({
    name: attributeOf(element, "name")?.trim() ?? "",
    filename: attributeOf(element, "filename")?.trim() ?? "",
    innerXml: innerXml(element),
    where: placeOf(element),
  }));
}
