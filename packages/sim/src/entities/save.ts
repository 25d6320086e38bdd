import { identityPose, relativeTo, type Pose as PoseData } from "../base/pose.ts";
import { Actor } from "../components/actor.ts";
import { CastShadows, Geometry, Material, Transparency } from "../components/geometry.ts";
import {
  IsActor,
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
  CollisionOff,
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
  MissingModel,
  JointSettings,
  LinkSettings,
  ModelSettings,
  VisualSettings,
} from "../components/saving.ts";
import { Sensor } from "../components/sensor.ts";
import { Appearance, Frames } from "../components/simulation.ts";
import type { Component } from "../ecs/component.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import type { ActorScene } from "../scene/actor.ts";
import { canonicalLinkOf } from "./canonical-link.ts";
import { findJoint, scopedName, worldPose } from "./find.ts";
import { jointZeros, type JointZeros } from "./joint-zeros.ts";
import type { Geometry as GeometryData } from "../scene/geometry.ts";
import type { JointAxis, JointScene, MimicScene } from "../scene/joint.ts";
import type { LightScene } from "../scene/light.ts";
import { savePartPlugins, savePlugins, saveSystems } from "./save-systems.ts";
import { solidOf } from "./solid-of.ts";
import type {
  CollisionScene,
  LinkScene,
  ModelScene,
  Scene,
  SensorScene,
  VisualScene,
  WorldScene,
} from "../scene/scene.ts";

/**
 * Returns the current world as a scene, from which `spawnWorld` makes the same world at rest. Poses are those with all
 * joints at zero, as in files; `moved` holds the displacements. Full turns of a joint are lost.
 */
export function saveWorld(world: World, root: Entity): WorldScene {
  const zeros = jointZeros(world);
  return {
    name: world.get(root, Name) ?? "",
    gravity: value(world, root, Gravity),
    magneticField: value(world, root, MagneticField),
    physics: value(world, root, PhysicsSettings),
    appearance: value(world, root, Appearance),
    models: partsOf(world, root, IsModel).map((model) => saveModel(world, model, zeros)),
    lights: partsOf(world, root, IsLight).map((light) => saveLight(world, light)),
    frames: value(world, root, Frames),
    joints: partsOf(world, root, IsJoint).map((joint) => saveJoint(world, joint)),
    actors: partsOf(world, root, IsActor).map((actor) => saveActor(world, actor)),
    ...saveSystems(world, root),
    ...extraOf(world, root),
  };
}

/**
 * Returns a model or light as a scene, at its place in the world, from which `spawnModel` or `spawnLight` makes a copy.
 */
export function saveEntity(world: World, entity: Entity, givenZeros?: JointZeros): Scene {
  const now = worldPose(world, entity);
  if (world.has(entity, IsLight)) return { ...emptyScene, lights: [{ ...saveLight(world, entity), pose: now }] };
  const zeros = givenZeros ?? jointZeros(world);
  const { pose: _, moved: __, ...saved } = saveModel(world, entity, zeros);
  const model: ModelScene = {
    ...saved,
    ...(zeros.has(entity) ? placeOf(zeros.poseOf(entity), now) : { pose: now }),
    static: world.has(entity, IsStatic),
    // A nested model has none of its own.
    canonicalLink: saved.canonicalLink || firstLinkOf(saved),
  };
  return { ...emptyScene, models: [model] };
}

const emptyScene: Scene = { worlds: [], models: [], lights: [], actors: [] };

function firstLinkOf({ links, models }: Pick<ModelScene, "links" | "models">): string {
  if (links.length > 0) return links[0]!.name;
  const inner = models.find((model) => firstLinkOf(model) !== "");
  return inner === undefined ? "" : `${inner.name}::${firstLinkOf(inner)}`;
}

function saveModel(world: World, model: Entity, zeros: JointZeros): ModelScene {
  return {
    name: world.get(model, Name) ?? "",
    ...savePlace(world, model, zeros),
    // A nested model of a static one is static without saying so.
    static: world.has(model, IsStatic) && !world.has(world.parentOf(model), IsStatic),
    selfCollide: world.has(model, SelfCollide),
    ...value(world, model, ModelSettings),
    canonicalLink: canonicalBelow(world, model),
    links: partsOf(world, model, IsLink).map((link) => saveLink(world, link, zeros)),
    joints: partsOf(world, model, IsJoint).map((joint) => saveJoint(world, joint)),
    frames: value(world, model, Frames),
    models: partsOf(world, model, IsModel).map((nested) => saveModel(world, nested, zeros)),
    plugins: savePlugins(world, model),
    ...missingOf(world, model),
    ...extraOf(world, model),
  };
}

/** Returns the place of a model or link as written: with all joints at zero, and how far it has moved from there. */
function savePlace(world: World, entity: Entity, zeros: JointZeros): Pick<LinkScene, "pose" | "moved"> {
  const now = value(world, entity, Pose);
  if (!zeros.has(entity)) return { pose: now };
  const parent = world.parentOf(entity);
  const above = world.has(parent, IsModel) ? zeros.poseOf(parent) : identityPose;
  return placeOf(relativeTo(above, zeros.poseOf(entity)), now);
}

/** Returns where something is with all joints at zero, and its displacement from there. */
function placeOf(pose: PoseData, now: PoseData): Pick<LinkScene, "pose" | "moved"> {
  const moved = relativeTo(pose, now);
  const isMoved = [moved.x, moved.y, moved.z, moved.qx, moved.qy, moved.qz].some((part) => Math.abs(part) > 1e-12);
  return isMoved ? { pose, moved } : { pose: now };
}

function saveLink(world: World, link: Entity, zeros: JointZeros): LinkScene {
  return {
    ...named(world, link),
    ...savePlace(world, link, zeros),
    inertial: value(world, link, Inertial),
    gravity: value(world, link, GravityEnabled).on !== 0,
    kinematic: world.has(link, IsKinematic),
    ...value(world, link, LinkSettings),
    velocityDecay: value(world, link, VelocityDecay),
    collisions: partsOf(world, link, IsCollision).map((collision) => saveCollision(world, collision)),
    visuals: partsOf(world, link, IsVisual).map((visual) => saveVisual(world, visual)),
    lights: partsOf(world, link, IsLight).map((light) => saveLight(world, light)),
    sensors: partsOf(world, link, IsSensor).map((sensor) => saveSensor(world, sensor)),
    ...savePartPlugins(world, link),
  };
}

function saveCollision(world: World, collision: Entity): CollisionScene {
  const solid = solidOf(world, collision);
  const geometry = saveGeometry(world, collision);
  return {
    ...named(world, collision),
    geometry: solid === undefined ? geometry : ({ ...geometry, solid } as GeometryData),
    surface: value(world, collision, Surface),
    ...value(world, collision, CollisionSettings),
    ...(world.has(collision, CollisionOff) ? { off: true } : {}),
  };
}

function saveGeometry(world: World, entity: Entity): GeometryData {
  const geometry = value(world, entity, Geometry);
  return geometry.type === "mesh" || geometry.type === "heightmap" ? withSource(geometry) : geometry;
}

/** Adds the URI by which an entity's file was included: what is spawned from the scene must have the same one. */
function withSource<T extends { readonly from: string }>(described: T): T & { readonly fromUri?: string } {
  return described.from === "" ? described : { ...described, fromUri: described.from };
}

function saveVisual(world: World, visual: Entity): VisualScene {
  const material = value(world, visual, Material);
  return {
    ...named(world, visual),
    geometry: saveGeometry(world, visual),
    material: material?.pbr ? { ...material, pbr: withSource(material.pbr) } : material,
    castShadows: value(world, visual, CastShadows),
    transparency: value(world, visual, Transparency).amount,
    ...value(world, visual, VisualSettings),
    ...savePartPlugins(world, visual),
  };
}

function saveLight(world: World, light: Entity): LightScene {
  return { ...named(world, light), ...value(world, light, Light) };
}

/** Describes an actor where it starts, not where its script has brought it: the script goes on from there. */
function saveActor(world: World, actor: Entity): ActorScene {
  const plugins = savePlugins(world, actor);
  return { name: world.get(actor, Name) ?? "", ...value(world, actor, Actor), plugins, ...extraOf(world, actor) };
}

function saveSensor(world: World, sensor: Entity): SensorScene {
  return { ...named(world, sensor), ...value(world, sensor, Sensor), ...savePartPlugins(world, sensor) };
}

function saveJoint(world: World, joint: Entity): JointScene {
  const { parent, child } = value(world, joint, JointLinks);
  const { parentName, childName, ...settings } = value(world, joint, JointSettings);
  const above = world.parentOf(joint);
  const [parentLink, childLink] = [nameBelow(world, above, parent as Entity), nameBelow(world, above, child as Entity)];
  const turns = turnsOf(world, joint);
  return {
    name: world.get(joint, Name) ?? "",
    type: value(world, joint, JointType),
    parent: parentName || parentLink,
    child: childName || childLink,
    parentLink,
    childLink,
    pose: value(world, joint, JointChildFrame),
    ...savePosition(world, joint, turns),
    axes: value(world, joint, JointAxes).map((axis, i) => {
      const law = axis.mimic && { mimic: withoutTurns(world, joint, axis.mimic, turns[i]!) };
      return { ...lessBy(axis, turns[i]!), ...law };
    }),
    sensors: partsOf(world, joint, IsSensor).map((sensor) => saveSensor(world, sensor)),
    ...settings,
    ...extraOf(world, joint),
  };
}

function savePosition(
  world: World,
  joint: Entity,
  turns: readonly [number, number],
): Pick<JointScene, "position"> | undefined {
  const { axis1, axis2, axis3 } = value(world, joint, JointPosition);
  if (axis1 === 0 && axis2 === 0 && axis3 === 0) return undefined;
  return { position: { x: axis1 - turns[0], y: axis2 - turns[1], z: axis3 } };
}

/** Returns the full turns in the angles of a joint's axes, in radians: poses do not show them. */
function turnsOf(world: World, joint: Entity): readonly [number, number] {
  const { axis1, axis2 } = value(world, joint, JointPosition);
  const isAngle = value(world, joint, JointType) !== "prismatic" && value(world, joint, JointType) !== "screw";
  return isAngle ? [TURN * Math.round(axis1 / TURN), TURN * Math.round(axis2 / TURN)] : [0, 0];
}

const TURN = 6.283185307179586;

function lessBy(axis: JointAxis, turns: number): JointAxis {
  if (turns === 0) return axis;
  const { lower, upper, springReference } = axis;
  return { ...axis, lower: lower - turns, upper: upper - turns, springReference: springReference - turns };
}

function withoutTurns(world: World, joint: Entity, law: MimicScene, turns: number): MimicScene {
  const leader = findJoint(world, world.parentOf(joint), law.joint);
  const lead = leader === undefined ? 0 : turnsOf(world, leader)[law.axis === "axis2" ? 1 : 0];
  return { ...law, reference: law.reference - lead, offset: law.offset - turns };
}

/** Returns the link's name as joints and canonical links in `above` refer to it: scoped below it. */
function nameBelow(world: World, above: Entity, link: Entity): string {
  if (link === noEntity) return "world";
  if (world.has(above, IsWorld)) return scopedName(world, link);
  const [name, prefix] = [scopedName(world, link), scopedName(world, above)];
  return name.startsWith(`${prefix}::`) ? name.slice(prefix.length + 2) : name;
}

function canonicalBelow(world: World, model: Entity): string {
  const found = canonicalLinkOf(world, model);
  return found === undefined ? "" : nameBelow(world, model, found);
}

function partsOf(world: World, entity: Entity, kind: Component): Entity[] {
  return world.childrenOf(entity).filter((child) => world.has(child, kind));
}

function named(world: World, entity: Entity): Pick<LinkScene, "name" | "pose" | "extra"> {
  const pose = world.get(entity, Pose) ?? identityPose;
  return { name: world.get(entity, Name) ?? "", pose, ...extraOf(world, entity) };
}

function missingOf(world: World, model: Entity): { readonly missing?: string } {
  const missing = world.get(model, MissingModel);
  return missing === undefined ? {} : { missing };
}

function extraOf(world: World, entity: Entity): { readonly extra?: string } {
  const extra = world.get(entity, Extra);
  return extra === undefined ? {} : { extra };
}

/** Returns the entity's value, or the component's first value. */
function value<T>(world: World, entity: Entity, component: Component<T>): T {
  return world.get(entity, component) ?? component.initial();
}
