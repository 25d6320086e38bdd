import { assertNever } from "../../base/assert-never.ts";
import { WRITTEN_URI } from "../sdf/read/read-geometry.ts";
import { makeElement, withChild, withChildren } from "../xml-build.ts";
import { childOf, type XmlElement } from "../xml.ts";
import { isNo, isYes, type Extension } from "./extensions.ts";
import { withValue } from "./joint-to-sdf.ts";
import type { Body } from "./lump.ts";
import type { UrdfGeometry, UrdfInertial, UrdfShape, UrdfVisual } from "./robot.ts";
import { poseElement, valueElement } from "./sdf-elements.ts";
import { urdfPose } from "./urdf-rotation.ts";

/** Separates the name of a body from that of a shape that was lumped into it; Gazebo users know these names. */
const LUMP = "_fixed_joint_lump__";

/** Returns a body as a link of SDF; `place` is its `<pose>`, if it needs one. */
export function linkElement(body: Body, place: readonly XmlElement[], extensions: readonly Extension[]): XmlElement {
  const { link, inertial, visuals, collisions } = body;
  const made = makeElement("link", link.element, {
    attributes: { name: link.name },
    children: [
      ...place,
      ...(inertial === undefined ? [] : [inertialElement(inertial, link.element)]),
      ...collisions.map((shape, i) =>
        collisionElement(shape, shapeName(shape, i, "collision", link.name), link.name, extensions),
      ),
      ...visuals.map((shape, i) =>
        visualElement(shape, shapeName(shape, i, "visual", link.name), link.name, extensions),
      ),
    ],
  });
  return extensions.reduce(withExtension, made);
}

function withExtension(link: XmlElement, { settings, blobs, element }: Extension): XmlElement {
  let made = link;
  const gravityOff = settings.get("turnGravityOff");
  if (gravityOff !== undefined) made = withChild(made, valueElement("gravity", String(isNo(gravityOff)), element));
  const damping = settings.get("dampingFactor");
  if (damping !== undefined) {
    made = withValue(made, ["velocity_decay"], valueElement("linear", damping, element));
    made = withValue(made, ["velocity_decay"], valueElement("angular", damping, element));
  }
  const selfCollide = settings.get("selfCollide");
  if (selfCollide !== undefined)
    made = withChild(made, valueElement("self_collide", String(isYes(selfCollide)), element));
  return blobs.length === 0 ? made : withChildren(made, [...made.children, ...blobs]);
}

function shapeName({ name }: UrdfShape, index: number, kind: "collision" | "visual", link: string): string {
  const own = `${name === "" ? link : name}_${kind}${index === 0 ? "" : `_${index}`}`;
  return own.startsWith(link) ? own : `${link}${LUMP}${own}`;
}

/**
 * Returns whether a `<gazebo>` tag for a link's shapes applies to this shape: shapes of lumped links keep their own
 * tags.
 */
function isMeant(shape: string, kind: "collision" | "visual", link: string, { origin }: Extension): boolean {
  return origin === link ? !shape.includes(LUMP) : shape.includes(`${LUMP}${origin}_${kind}`);
}

function inertialElement(inertial: UrdfInertial, at: XmlElement): XmlElement {
  const moments = (["ixx", "ixy", "ixz", "iyy", "iyz", "izz"] as const).map((name) =>
    valueElement(name, inertial[name], at),
  );
  return makeElement("inertial", at, {
    children: [
      poseElement(inertial.origin, at),
      valueElement("mass", inertial.mass, at),
      makeElement("inertia", at, { children: moments }),
    ],
  });
}

function collisionElement(shape: UrdfShape, name: string, link: string, extensions: readonly Extension[]): XmlElement {
  const made = shapeElement("collision", shape, name);
  return extensions
    .filter((extension) => isMeant(name, "collision", link, extension))
    .reduce((collision, { settings, collisionBlobs, element }) => {
      let changed = collision;
      for (const blob of collisionBlobs) {
        changed =
          blob.name === "surface" ? withChild(changed, blob) : withChildren(changed, [...changed.children, blob]);
      }
      for (const [setting, path, key] of COLLISION_SETTINGS) {
        const value = settings.get(setting);
        if (value !== undefined) changed = withValue(changed, path, valueElement(key, value, element));
      }
      return changed;
    }, made);
}

/** A setting's name in `<gazebo>`, and its place in a collision. */
const COLLISION_SETTINGS: readonly (readonly [string, readonly string[], string])[] = [
  ["mu1", ["surface", "friction", "ode"], "mu"],
  ["mu2", ["surface", "friction", "ode"], "mu2"],
  ["fdir1", ["surface", "friction", "ode"], "fdir1"],
  ["kp", ["surface", "contact", "ode"], "kp"],
  ["kd", ["surface", "contact", "ode"], "kd"],
  ["maxVel", ["surface", "contact", "ode"], "max_vel"],
  ["minDepth", ["surface", "contact", "ode"], "min_depth"],
  ["laserRetro", [], "laser_retro"],
  ["maxContacts", [], "max_contacts"],
];

function visualElement(shape: UrdfVisual, name: string, link: string, extensions: readonly Extension[]): XmlElement {
  let made = shapeElement("visual", shape, name);
  for (const extension of extensions.filter((one) => isMeant(name, "visual", link, one))) {
    for (const blob of extension.visualBlobs) {
      made = blob.name === "material" ? withChild(made, blob) : withChildren(made, [...made.children, blob]);
    }
    const material = extension.settings.get("material") ?? "";
    if (material !== "") {
      const uri = "file://media/materials/scripts/gazebo.material";
      made = withValue(made, ["material", "script"], valueElement("name", material, extension.element));
      made = withValue(made, ["material", "script"], valueElement("uri", uri, extension.element));
    }
  }
  return shape.color === undefined ? made : withColor(made, shape);
}

/** Writes URDF's single colour as SDF's two, lit as in Gazebo. Colours of an extension have precedence. */
function withColor(visual: XmlElement, { color, element }: UrdfVisual): XmlElement {
  const material = childOf(visual, "material");
  if (material !== undefined && (childOf(material, "diffuse") ?? childOf(material, "ambient")) !== undefined)
    return visual;
  const { r, g, b, a } = color!;
  const lit = [r, g, b].map((part) => Math.min(part / 0.8, 1));
  const ambient = valueElement("ambient", [...lit, a], element);
  return withValue(
    withValue(visual, ["material"], valueElement("diffuse", [...lit, a], element)),
    ["material"],
    ambient,
  );
}

function shapeElement(
  kind: "collision" | "visual",
  { origin, geometry, element }: UrdfShape,
  name: string,
): XmlElement {
  const shape = makeElement("geometry", element, { children: [geometryElement(geometry, element)] });
  return makeElement(kind, element, {
    attributes: { name },
    children: [poseElement(urdfPose(origin), element), shape],
  });
}

function geometryElement(geometry: UrdfGeometry, at: XmlElement): XmlElement {
  switch (geometry.type) {
    case "box": {
      const { x, y, z } = geometry.size;
      return makeElement("box", at, { children: [valueElement("size", [x, y, z], at)] });
    }
    case "sphere":
      return makeElement("sphere", at, { children: [valueElement("radius", geometry.radius, at)] });
    case "cylinder": {
      const sizes = [valueElement("radius", geometry.radius, at), valueElement("length", geometry.length, at)];
      return makeElement("cylinder", at, { children: sizes });
    }
    case "mesh": {
      const { x, y, z } = geometry.scale;
      // SDF refers to a ROS package as a model.
      const uri = geometry.filename.replace("package://", "model://");
      const attributes = { [WRITTEN_URI]: geometry.filename };
      return makeElement("mesh", at, {
        children: [valueElement("scale", [x, y, z], at), makeElement("uri", at, { attributes, text: uri })],
      });
    }
    default:
      return assertNever(geometry);
  }
}
