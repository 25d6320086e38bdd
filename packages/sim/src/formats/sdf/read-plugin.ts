import type { PluginScene } from "../../scene/scene.ts";
import { attributeOf, childrenOf, innerXml, placeOf, type XmlElement } from "../xml.ts";
import type { SdfContext } from "./context.ts";

export function readPlugins(parent: XmlElement, context: SdfContext): PluginScene[] {
  return childrenOf(parent, "plugin").map((element) => readPlugin(element, context));
}

function readPlugin(element: XmlElement, context: SdfContext): PluginScene {
  const filename = attributeOf(element, "filename");
  if (filename === undefined) {
    const hint = 'write <plugin filename="…" name="…">';
    context.problems.error("missing-attribute", "<plugin> has no filename", placeOf(element), hint);
  }
  return {
    name: attributeOf(element, "name") ?? "",
    filename: filename ?? "",
    innerXml: innerXml(element),
    where: placeOf(element),
  };
}
