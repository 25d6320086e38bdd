import type { PluginScene } from "../../../scene/scene.ts";
import { attributeOf, childrenOf, placeOf, type XmlElement } from "../../xml.ts";
import { innerXml } from "../../xml-writer.ts";

/** Returns the plugins of a part; the field is left out if there are none. */
export function readPartPlugins(part: XmlElement): { readonly plugins?: readonly PluginScene[] } {
  const plugins = readPlugins(part);
  return plugins.length === 0 ? {} : { plugins };
}

export function readPlugins(parent: XmlElement): PluginScene[] {
  return childrenOf(parent, "plugin").map((element) => ({
    name: attributeOf(element, "name")?.trim() ?? "",
    filename: attributeOf(element, "filename")?.trim() ?? "",
    innerXml: innerXml(element),
    where: placeOf(element),
  }));
}
