import type { LightScene } from "../../../scene/light.ts";
import { Problems } from "../../../scene/problem.ts";
import type {
  CollisionScene,
  InertialScene,
  LinkScene,
  PluginScene,
  SensorScene,
  SurfaceScene,
  VisualScene,
} from "../../../scene/scene.ts";
import { withInside } from "../../xml-build.ts";
import { parseXml } from "../../xml-reader.ts";
import type { XmlElement } from "../../xml.ts";
import { withExtra } from "../extra.ts";
import { geometryElement, materialElement, type UriWriter } from "./write-geometry.ts";
import { element, movedElements, poseElements, textOf, unless, value } from "./write-values.ts";

export function linkElement(link: LinkScene, uriOf: UriWriter): XmlElement {
  const { linear, angular } = link.velocityDecay;
  const decay = [...unless(0, "linear", linear), ...unless(0, "angular", angular)];
  const made = element("link", {
    attributes: { name: link.name },
    children: [
      ...poseElements(link.pose),
      ...movedElements(link.moved),
      ...unless(true, "gravity", link.gravity),
      ...unless(false, "kinematic", link.kinematic),
      ...unless(false, "self_collide", link.selfCollide),
      ...unless(false, "enable_wind", link.enableWind),
      ...(decay.length === 0 ? [] : [element("velocity_decay", { children: decay })]),
      inertialElement(link.inertial),
      ...link.collisions.map((collision) => collisionElement(collision, uriOf)),
      ...link.visuals.map((visual) => visualElement(visual, uriOf)),
      ...link.lights.map(lightElement),
      ...link.sensors.map(sensorElement),
      ...(link.plugins ?? []).map(pluginElement),
    ],
  });
  return withExtra(made, "link", link.extra);
}

export function lightElement(light: LightScene): XmlElement {
  const { range, constant, linear, quadratic } = light.attenuation;
  const fading = [value("range", range), value("constant", constant), value("linear", linear)];
  const cone = [value("inner_angle", light.spotInnerAngle), value("outer_angle", light.spotOuterAngle)];
  const made = element("light", {
    attributes: { name: light.name, type: light.type },
    children: [
      ...poseElements(light.pose),
      value("cast_shadows", light.castShadows),
      value("diffuse", light.diffuse),
      value("specular", light.specular),
      value("intensity", light.intensity),
      value("direction", light.direction),
      element("attenuation", { children: [...fading, value("quadratic", quadratic)] }),
      ...(hasCone(light) ? [element("spot", { children: [...cone, value("falloff", light.spotFalloff)] })] : []),
      ...unless(true, "light_on", light.on),
      ...unless(true, "visualize", light.visualize),
    ],
  });
  return withExtra(made, "light", light.extra);
}

function hasCone({ type, spotInnerAngle, spotOuterAngle, spotFalloff }: LightScene): boolean {
  return type === "spot" || spotInnerAngle !== 0 || spotOuterAngle !== 0 || spotFalloff !== 0;
}

export function sensorElement(sensor: SensorScene): XmlElement {
  return element("sensor", {
    attributes: { name: sensor.name, type: sensor.type },
    children: [
      ...poseElements(sensor.pose),
      ...unless(0, "update_rate", sensor.updateRate),
      ...unless("", "topic", sensor.topic),
      ...unless(false, "always_on", sensor.alwaysOn),
      ...unless(false, "visualize", sensor.visualize),
      ...(parseXml(`<sensor>${sensor.settings}</sensor>`, "settings", new Problems())?.children ?? []),
      ...(sensor.plugins ?? []).map(pluginElement),
    ],
  });
}

export function pluginElement({ name, filename, innerXml }: PluginScene): XmlElement {
  return withInside(element("plugin", { attributes: { name, filename } }), innerXml);
}

function inertialElement(inertial: InertialScene): XmlElement {
  const { mass, pose, auto } = inertial;
  if (auto) return element("inertial", { attributes: { auto: "true" }, children: [value("mass", mass)] });
  const moments = (["ixx", "ixy", "ixz", "iyy", "iyz", "izz"] as const).map((name) => value(name, inertial[name]));
  const parts = [...poseElements(pose), value("mass", mass), element("inertia", { children: moments })];
  return element("inertial", { children: parts });
}

function collisionElement(collision: CollisionScene, uriOf: UriWriter): XmlElement {
  const made = element("collision", {
    attributes: { name: collision.name },
    children: [
      ...poseElements(collision.pose),
      geometryElement(collision.geometry, uriOf),
      ...surfaceElements(collision.surface),
      ...unless(DENSITY, "density", collision.density),
      ...unless(false, "orrery:off", collision.off ?? false),
    ],
  });
  return withExtra(made, "collision", collision.extra);
}

/** The density of water, which readers assume. */
const DENSITY = 1000;

function surfaceElements(surface: SurfaceScene): XmlElement[] {
  const { mu, mu2, fdir1, fdir1In, slip1, slip2, restitution, collideBitmask, categoryBitmask } = surface;
  const isUsual = fdir1.x === 0 && fdir1.y === 0 && fdir1.z === 0 && fdir1In === "";
  const attributes = fdir1In === "" ? {} : { "gz:expressed_in": fdir1In };
  const direction = isUsual ? [] : [element("fdir1", { attributes, text: textOf(fdir1) })];
  const ode = [...unless(1, "mu", mu), ...unless(1, "mu2", mu2), ...direction];
  ode.push(...unless(0, "slip1", slip1), ...unless(0, "slip2", slip2));
  const masks = [
    ...unless(0xffff, "collide_bitmask", collideBitmask),
    ...unless(collideBitmask, "category_bitmask", categoryBitmask),
  ];
  const parts = [
    ...nested(["friction", "ode"], ode),
    ...nested(["bounce"], unless(0, "restitution_coefficient", restitution)),
    ...nested(["contact"], masks),
  ];
  return nested(["surface"], parts);
}

/** Wraps parts in nested elements; returns nothing if there are no parts. */
function nested(names: readonly string[], parts: readonly XmlElement[]): XmlElement[] {
  if (parts.length === 0) return [];
  return [...names.toReversed().reduce((children, name) => [element(name, { children })], parts)];
}

function visualElement(visual: VisualScene, uriOf: UriWriter): XmlElement {
  const made = element("visual", {
    attributes: { name: visual.name },
    children: [
      ...poseElements(visual.pose),
      geometryElement(visual.geometry, uriOf),
      ...(visual.material === undefined ? [] : [materialElement(visual.material, uriOf)]),
      ...unless(true, "cast_shadows", visual.castShadows),
      ...unless(0, "transparency", visual.transparency),
      ...unless(0xffffffff, "visibility_flags", visual.visibilityFlags),
      ...(visual.plugins ?? []).map(pluginElement),
    ],
  });
  return withExtra(made, "visual", visual.extra);
}
