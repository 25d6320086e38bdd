import type { Color } from "../../../scene/color.ts";
import type { AppearanceScene } from "../../../scene/scene.ts";
import { childOf, childOrEmpty, type XmlElement } from "../../xml.ts";
import { readBool, readColor } from "../values.ts";

const ambient: Color = { r: 0.4, g: 0.4, b: 0.4, a: 1 };
const background: Color = { r: 0.7, g: 0.7, b: 0.7, a: 1 };

/** Reads the `<scene>` of a world. */
export function readAppearance(world: XmlElement): AppearanceScene {
  const scene = childOrEmpty(world, "scene");
  return {
    ambient: readColor(scene, "ambient", ambient),
    background: readColor(scene, "background", background),
    shadows: readBool(scene, "shadows", true),
    grid: readBool(scene, "grid", true),
    sky: childOf(scene, "sky") !== undefined,
  };
}
