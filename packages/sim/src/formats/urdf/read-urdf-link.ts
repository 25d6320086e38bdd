import type { Color } from "../../scene/color.ts";
import type { Problems } from "../../scene/problem.ts";
import { attributeOf, childOf, childrenOf, placeOf, type XmlElement } from "../xml.ts";
import type { UrdfGeometry, UrdfInertial, UrdfShape, UrdfVisual } from "./robot.ts";
import { numberAttribute, numbersAttribute, originOf, UrdfError, vectorAttribute } from "./urdf-values.ts";

/** The contents of a `<link>` itself. */
export interface LinkBody {
  readonly inertial: UrdfInertial | undefined;
  readonly visuals: readonly UrdfVisual[];
  readonly collisions: readonly UrdfShape[];
}

/** The colours of materials, by name. A material defined in a visual also applies to later links. */
export type Materials = Map<string, Color>;

/**
 * Reads a link like URDF's own parser: inertial, then visuals, then collisions, up to the first invalid part. Invalid
 * parts cause warnings only, because real robots have them and run without them.
 */
export function readUrdfLink(element: XmlElement, materials: Materials, problems: Problems): LinkBody {
  let inertial: UrdfInertial | undefined;
  const visuals: UrdfVisual[] = [];
  const collisions: UrdfShape[] = [];
  try {
    const block = childOf(element, "inertial");
    if (block !== undefined) inertial = readInertial(block, problems);
    for (const visual of childrenOf(element, "visual")) visuals.push(readVisual(visual, materials, problems));
    for (const collision of childrenOf(element, "collision")) collisions.push(readShape(collision));
  } catch (error) {
    if (!(error instanceof UrdfError)) throw error;
    const hint = `what follows in link "${attributeOf(element, "name")}" is left out`;
    problems.warn("bad-link", error.message, error.where, error.hint === "" ? hint : `${error.hint}; ${hint}`);
  }
  return { inertial, visuals, collisions };
}

/** Reads a `<material>` with a colour of its own; `undefined` if it only names one, or has only a texture. */
export function readMaterial(element: XmlElement, problems: Problems): Color | undefined {
  const color = childOf(element, "color");
  if (color === undefined) return childOf(element, "texture") === undefined ? undefined : BLACK;
  try {
    const [r, g, b, a] = numbersAttribute(color, "rgba", 4);
    const rgba = { r: r!, g: g!, b: b!, a: a! };
    if (Object.values(rgba).every((part) => part >= 0 && part <= 1)) return rgba;
    problems.warn("bad-value", "the parts of a colour are from 0 to 1", placeOf(color), "the material is left out");
    return undefined;
  } catch (error) {
    if (!(error instanceof UrdfError)) throw error;
    problems.warn("bad-value", error.message, error.where, "black is assumed");
    return BLACK;
  }
}

const BLACK: Color = { r: 0, g: 0, b: 0, a: 1 };

function readInertial(element: XmlElement, problems: Problems): UrdfInertial {
  const origin = originOf(element);
  const massElement = childOf(element, "mass");
  if (massElement === undefined)
    throw new UrdfError("<inertial> has no <mass>", placeOf(element), 'add <mass value="1"/>');
  const mass = numberAttribute(massElement, "value");
  const inertia = childOf(element, "inertia");
  if (inertia === undefined) {
    problems.warn("missing-element", "<inertial> has no <inertia>", placeOf(element), "it is read as zero");
  }
  const moment = (name: string): number => (inertia === undefined ? 0 : numberAttribute(inertia, name, 0));
  return {
    mass,
    origin,
    ixx: moment("ixx"),
    ixy: moment("ixy"),
    ixz: moment("ixz"),
    iyy: moment("iyy"),
    iyz: moment("iyz"),
    izz: moment("izz"),
  };
}

function readVisual(element: XmlElement, materials: Materials, problems: Problems): UrdfVisual {
  const shape = readShape(element);
  const material = childOf(element, "material");
  if (material === undefined) return { ...shape, color: undefined };
  const name = attributeOf(material, "name");
  if (name === undefined) throw new UrdfError("<material> has no name", placeOf(material), 'write <material name="…">');
  const own = readMaterial(material, problems);
  const known = name === "" ? undefined : materials.get(name);
  if (known === undefined && own !== undefined && name !== "") materials.set(name, own);
  if (known === undefined && own === undefined) {
    problems.warn(
      "unknown-material",
      `material "${name}" is defined nowhere before`,
      placeOf(material),
      "it is left out",
    );
  }
  return { ...shape, color: known ?? own };
}

function readShape(element: XmlElement): UrdfShape {
  const origin = originOf(element);
  return { name: attributeOf(element, "name") ?? "", origin, geometry: readGeometry(element), element };
}

function readGeometry(parent: XmlElement): UrdfGeometry {
  const geometry = childOf(parent, "geometry");
  if (geometry === undefined) throw new UrdfError(`<${parent.name}> has no <geometry>`, placeOf(parent), "add one");
  const [shape] = geometry.children;
  if (shape === undefined)
    throw new UrdfError("<geometry> is empty", placeOf(geometry), "box, sphere, cylinder or mesh");
  switch (shape.name) {
    case "box":
      return { type: "box", size: vectorAttribute(shape, "size") };
    case "sphere":
      return { type: "sphere", radius: numberAttribute(shape, "radius") };
    case "cylinder":
      return { type: "cylinder", length: numberAttribute(shape, "length"), radius: numberAttribute(shape, "radius") };
    case "mesh": {
      const filename = attributeOf(shape, "filename");
      if (filename === undefined) throw new UrdfError("<mesh> has no filename", placeOf(shape), 'write filename="…"');
      return { type: "mesh", filename, scale: vectorAttribute(shape, "scale", { x: 1, y: 1, z: 1 }) };
    }
    default:
      throw new UrdfError(`<geometry> cannot contain <${shape.name}>`, placeOf(shape), "box, sphere, cylinder or mesh");
  }
}
