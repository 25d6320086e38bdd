import type { SurfaceScene } from "../../../scene/scene.ts";
import { attributeOf, childOrEmpty, type XmlElement } from "../../xml.ts";
import type { SdfContext } from "../context.ts";
import { readInteger, readNumber, readVec3 } from "../values.ts";

/** Reads the `<surface>` of a collision: only the parts that all engines support. */
export function readSurface(collision: XmlElement, { problems }: SdfContext): SurfaceScene {
  const surface = childOrEmpty(collision, "surface");
  const ode = childOrEmpty(childOrEmpty(surface, "friction"), "ode");
  const bounce = childOrEmpty(surface, "bounce");
  const contact = childOrEmpty(surface, "contact");
  const collideBitmask = readInteger(contact, "collide_bitmask", { fallback: 0xffff, least: 0 }, problems) & 0xffff;
  return {
    mu: readNumber(ode, "mu", { fallback: 1, infinite: true }, problems),
    mu2: readNumber(ode, "mu2", { fallback: 1, infinite: true }, problems),
    fdir1: readVec3(ode, "fdir1", { x: 0, y: 0, z: 0 }),
    fdir1In: frameOf(childOrEmpty(ode, "fdir1")),
    slip1: readNumber(ode, "slip1", { fallback: 0 }, problems),
    slip2: readNumber(ode, "slip2", { fallback: 0 }, problems),
    restitution: readNumber(bounce, "restitution_coefficient", { fallback: 0, least: 0 }, problems),
    collideBitmask,
    categoryBitmask:
      readInteger(contact, "category_bitmask", { fallback: collideBitmask, least: 0 }, problems) & 0xffff,
  };
}

/** Returns the frame of `fdir1`, from Gazebo's extension under its old or new prefix. */
function frameOf(fdir1: XmlElement): string {
  return attributeOf(fdir1, "gz:expressed_in") ?? attributeOf(fdir1, "ignition:expressed_in") ?? "";
}
