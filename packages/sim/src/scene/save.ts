import { identityPose } from "../base/pose.ts";
import { rotate } from "../base/quat.ts";
import { fromAxisAngle } from "../base/rotation.ts";
import { Actor } from "../components/actor.ts";
import { CastShadows, Geometry, Material, SolidOf, Solid, Transparency } from "../components/geometry.ts";
import {
  IsActor,
  IsCanonical,
  IsCollision,
  IsJoint,
  IsLight,
  IsLink,
  IsModel,
  IsSensor,
  IsStatic,
  IsVisual,
  IsWorld,
  Name,
} from "../components/identity.ts";
import { JointAxes, JointChildFrame, JointLinks, JointPosition, JointType } from "../components/joint.ts";
import { Light } from "../components/light.ts";
import {
  Gravity,
  GravityEnabled,
  Inertial,
  IsKinematic,
  MagneticField,
  PhysicsSettings,
  SelfCollide,
  Surface,
  VelocityDecay,
} from "../components/physics.ts";
import { Pose } from "../components/pose.ts";
import {
  CollisionSettings,
  Extra,
  JointSettings,
  LinkSettings,
  ModelSettings,
  VisualSettings,
} from "../components/saving.ts";
import { Sensor } from "../components/sensor.ts";
import { Appearance, DefaultPlugins, Frames, Plugins } from "../components/simulation.ts";
import type { Component } from "../ecs/component.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import type { ActorScene } from "./actor.ts";
import { findJoint, scopedName } from "./find.ts";
import type { Geometry as GeometryData } from "./geometry.ts";
import type { JointAxis, JointScene, MimicScene } from "./joint.ts";
import type { LightScene } from "./light.ts";
import type {
  CollisionScene,
  LinkScene,
  ModelScene,
  PluginScene,
  SensorScene,
  VisualScene,
  WorldScene,
} from "./scene.ts";

/**
 * The world as it stands, as a scene: what `spawnWorld` makes of it is the same world at rest. A joint's zero is where it
 * stands now, as a file cannot say otherwise, so its limits and its spring are told from there.
 */
export function saveWorld(world: World, root: Entity): WorldScene {
  return {
    name: world.get(root, Name) ?? "",
    gravity: value(world, root, Gravity),
    magneticField: value(world, root, MagneticField),
    physics: value(world, root, PhysicsSettings),
    appearance: value(world, root, Appearance),
    models: partsOf(world, root, IsModel).map((model) => saveModel(world, model)),
    lights: partsOf(world, root, IsLight).map((light) => saveLight(world, light)),
    frames: value(world, root, Frames),
    joints: partsOf(world, root, IsJoint).map((joint) => saveJoint(world, joint)),
    actors: partsOf(world, root, IsActor).map((actor) => saveActor(world, actor)),
    plugins: hasOwnPlugins(world, root) ? savePlugins(world, root) : [],
    ...extraOf(world, root),
  };
}

function saveModel(world: World, model: Entity): ModelScene {
  return {
    name: world.get(model, Name) ?? "",
    pose: value(world, model, Pose),
    // A nested model of a static one is static without saying so.
    static: world.has(model, IsStatic) && !world.has(world.parentOf(model), IsStatic),
    selfCollide: world.has(model, SelfCollide),
    ...value(world, model, ModelSettings),
    canonicalLink: canonicalBelow(world, model),
    links: partsOf(world, model, IsLink).map((link) => saveLink(world, link)),
    joints: partsOf(world, model, IsJoint).map((joint) => saveJoint(world, joint)),
    frames: value(world, model, Frames),
    models: partsOf(world, model, IsModel).map((nested) => saveModel(world, nested)),
    plugins: savePlugins(world, model),
    ...extraOf(world, model),
  };
}

function saveLink(world: World, link: Entity): LinkScene {
  return {
    ...named(world, link),
    inertial: value(world, link, Inertial),
    gravity: value(world, link, GravityEnabled).on !== 0,
    kinematic: world.has(link, IsKinematic),
    ...value(world, link, LinkSettings),
    velocityDecay: value(world, link, VelocityDecay),
    collisions: partsOf(world, link, IsCollision).map((collision) => saveCollision(world, collision)),
    visuals: partsOf(world, link, IsVisual).map((visual) => saveVisual(world, visual)),
    lights: partsOf(world, link, IsLight).map((light) => saveLight(world, light)),
    sensors: partsOf(world, link, IsSensor).map((sensor) => saveSensor(world, sensor)),
  };
}

function saveCollision(world: World, collision: Entity): CollisionScene {
  const solid = world.get((world.get(collision, SolidOf)?.entity ?? noEntity) as Entity, Solid);
  const geometry = value(world, collision, Geometry);
  return {
    ...named(world, collision),
    geometry: solid === undefined ? geometry : ({ ...geometry, solid } as GeometryData),
    surface: value(world, collision, Surface),
    ...value(world, collision, CollisionSettings),
  };
}

function saveVisual(world: World, visual: Entity): VisualScene {
  return {
    ...named(world, visual),
    geometry: value(world, visual, Geometry),
    material: value(world, visual, Material),
    castShadows: value(world, visual, CastShadows),
    transparency: value(world, visual, Transparency).amount,
    ...value(world, visual, VisualSettings),
  };
}

function saveLight(world: World, light: Entity): LightScene {
  return { ...named(world, light), ...value(world, light, Light) };
}

/** Where it starts, not where its script has brought it: the script goes on from there. */
function saveActor(world: World, actor: Entity): ActorScene {
  return { name: world.get(actor, Name) ?? "", ...value(world, actor, Actor), ...extraOf(world, actor) };
}

function saveSensor(world: World, sensor: Entity): SensorScene {
  return { ...named(world, sensor), ...value(world, sensor, Sensor) };
}

function saveJoint(world: World, joint: Entity): JointScene {
  const { parent, child } = value(world, joint, JointLinks);
  const { parentName, childName, ...settings } = value(world, joint, JointSettings);
  const above = world.parentOf(joint);
  const [parentLink, childLink] = [nameBelow(world, above, parent as Entity), nameBelow(world, above, child as Entity)];
  const position = value(world, joint, JointPosition);
  const axes = value(world, joint, JointAxes);
  return {
    name: world.get(joint, Name) ?? "",
    type: value(world, joint, JointType),
    parent: parentName || parentLink,
    child: childName || childLink,
    parentLink,
    childLink,
    pose: value(world, joint, JointChildFrame),
    axes: axes.map((axis, i) => {
      const here = fromHere(axis, i === 0 ? position.axis1 : position.axis2);
      const law = axis.mimic && { mimic: lawFromHere(world, joint, axis.mimic, position, i) };
      return { ...here, ...(i === 0 && turnedBack(axis, axes[1], position)), ...law };
    }),
    sensors: partsOf(world, joint, IsSensor).map((sensor) => saveSensor(world, sensor)),
    ...settings,
    ...extraOf(world, joint),
  };
}

/** Told from the axis' present position. */
function fromHere(axis: JointAxis, position: number): JointAxis {
  if (position === 0) return axis;
  const { lower, upper, springReference } = axis;
  return { ...axis, lower: lower - position, upper: upper - position, springReference: springReference - position };
}

/** The first of two axes is the parent's, but is told in the child, which has turned about the second. */
function turnedBack({ xyz }: JointAxis, second: JointAxis | undefined, { axis2 }: Positions): Pick<JointAxis, "xyz"> {
  return { xyz: second === undefined || axis2 === 0 ? xyz : rotate(fromAxisAngle(second.xyz, -axis2), xyz) };
}

/** Told from the present positions of both axes. */
function lawFromHere(world: World, joint: Entity, law: MimicScene, own: Positions, index: number): MimicScene {
  const leader = findJoint(world, world.parentOf(joint), law.joint);
  const lead = leader === undefined ? JointPosition.initial() : value(world, leader, JointPosition);
  const reference = law.reference - (law.axis === "axis2" ? lead.axis2 : lead.axis1);
  return { ...law, reference, offset: law.offset - (index === 0 ? own.axis1 : own.axis2) };
}

type Positions = ReturnType<typeof JointPosition.initial>;

function hasOwnPlugins(world: World, root: Entity): boolean {
  return JSON.stringify(value(world, root, Plugins)) !== JSON.stringify(value(world, root, DefaultPlugins));
}

function savePlugins(world: World, entity: Entity): PluginScene[] {
  return value(world, entity, Plugins).map((plugin) => ({ ...plugin, where: undefined }));
}

/** The link's name as joints and canonical links of `above` are given: scoped below it. */
function nameBelow(world: World, above: Entity, link: Entity): string {
  if (link === noEntity) return "world";
  if (world.has(above, IsWorld)) return scopedName(world, link);
  const [name, prefix] = [scopedName(world, link), scopedName(world, above)];
  return name.startsWith(`${prefix}::`) ? name.slice(prefix.length + 2) : name;
}

function canonicalBelow(world: World, model: Entity): string {
  const found = canonicalLink(world, model);
  return found === undefined ? "" : nameBelow(world, model, found);
}

function canonicalLink(world: World, model: Entity): Entity | undefined {
  for (const child of world.childrenOf(model)) {
    if (world.has(child, IsLink) && world.has(child, IsCanonical)) return child;
    const below = world.has(child, IsModel) ? canonicalLink(world, child) : undefined;
    if (below !== undefined) return below;
  }
  return undefined;
}

function partsOf(world: World, entity: Entity, kind: Component): Entity[] {
  return world.childrenOf(entity).filter((child) => world.has(child, kind));
}

function named(world: World, entity: Entity): Pick<LinkScene, "name" | "pose" | "extra"> {
  const pose = world.get(entity, Pose) ?? identityPose;
  return { name: world.get(entity, Name) ?? "", pose, ...extraOf(world, entity) };
}

function extraOf(world: World, entity: Entity): { readonly extra?: string } {
  const extra = world.get(entity, Extra);
  return extra === undefined ? {} : { extra };
}

/** What the entity has, or what all begin with. */
function value<T>(world: World, entity: Entity, component: Component<T>): T {
  return world.get(entity, component) ?? component.initial();
}
