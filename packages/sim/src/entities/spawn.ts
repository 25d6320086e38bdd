import { compose, relativeTo } from "../base/pose.ts";
import { zero } from "../base/vec3.ts";
import { Actor } from "../components/actor.ts";
import { CastShadows, Geometry, Material, Transparency } from "../components/geometry.ts";
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
  ModelCanonicalLink,
  Name,
} from "../components/identity.ts";
import {
  JointAxes,
  JointChildFrame,
  JointLinks,
  JointParentFrame,
  JointPosition,
  JointType,
  JointVelocity,
} from "../components/joint.ts";
import { Light } from "../components/light.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../components/motion.ts";
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
import { Appearance, Frames, OnlyNamedSystems } from "../components/simulation.ts";
import type { Component } from "../ecs/component.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { coloredByScript } from "../scene/material-scripts.ts";
import type { ActorScene } from "../scene/actor.ts";
import { canonicalLinkOf } from "./canonical-link.ts";
import { find, partsNamed, worldPose } from "./find.ts";
import { mapsOf, type Geometry as GeometryData, type PbrMaterial } from "../scene/geometry.ts";
import type { JointAxis, JointScene } from "../scene/joint.ts";
import type { LightScene } from "../scene/light.ts";
import { spawnPlugins } from "./spawn-systems.ts";
import { isRelativeUri } from "../scene/relative-uri.ts";
import { giveSolids } from "./give-solids.ts";
import type { CollisionScene, LinkScene, ModelScene, SensorScene, VisualScene, WorldScene } from "../scene/scene.ts";

/** Creates the entities of a whole world; the first is the world itself. */
export function spawnWorld(world: World, scene: WorldScene): Entity {
  const root = world.create();
  world.set(root, IsWorld, {});
  world.set(root, Name, scene.name);
  world.set(root, Gravity, scene.gravity);
  world.set(root, MagneticField, scene.magneticField);
  world.set(root, PhysicsSettings, scene.physics);
  world.set(root, Appearance, scene.appearance);
  keepExtra(world, root, scene.extra);
  if (scene.onlyNamedSystems === true) world.set(root, OnlyNamedSystems, {});
  if (scene.frames.length > 0) world.set(root, Frames, scene.frames);
  spawnPlugins(world, root, scene.plugins);
  const models = scene.models.map((model) => spawnAtZero(world, root, model));
  models.forEach((model, i) => giveSolids(world, model, scene.models[i]!));
  for (const light of scene.lights) spawnLight(world, root, light);
  const named = partsNamed(world, root);
  for (const joint of scene.joints) spawnJoint(world, root, joint, named);
  // After all joints, whose frames are computed from links at zero.
  models.forEach((model, i) => moveFromZero(world, model, scene.models[i]!));
  for (const actor of scene.actors) spawnActor(world, root, actor);
  return root;
}

/** Creates a model and everything in it, below a world or another model. */
export function spawnModel(world: World, parent: Entity, scene: ModelScene): Entity {
  const model = spawnAtZero(world, parent, scene);
  moveFromZero(world, model, scene);
  giveSolids(world, model, scene);
  return model;
}

function spawnAtZero(world: World, parent: Entity, scene: ModelScene): Entity {
  const model = spawnModelTree(world, parent, scene, scene.static);
  const canonical = find(world, model, scene.canonicalLink);
  if (canonical !== undefined) world.set(canonical, IsCanonical, {});
  return model;
}

/** Moves links to where the joints of a saved world had moved them. */
function moveFromZero(world: World, entity: Entity, scene: ModelScene | LinkScene): void {
  if (scene.moved !== undefined) world.set(entity, Pose, compose(scene.pose, scene.moved));
  if (!("links" in scene)) return;
  const named = partsNamed(world, entity);
  for (const part of [...scene.links.filter(({ moved }) => moved !== undefined), ...scene.models])
    moveFromZero(world, named.get(part.name)!, part);
}

export function spawnLight(world: World, parent: Entity, { name, pose, extra, ...settings }: LightScene): Entity {
  const light = spawnNamed(world, parent, name, pose);
  world.set(light, IsLight, {});
  world.set(light, Light, settings);
  keepExtra(world, light, extra);
  return light;
}

export function spawnActor(world: World, parent: Entity, scene: ActorScene): Entity {
  const { name, extra, ...actor } = withoutFiles(scene);
  const entity = spawnNamed(world, parent, name, actor.pose);
  world.set(entity, IsActor, {});
  world.set(entity, Actor, actor);
  keepExtra(world, entity, extra);
  spawnPlugins(world, entity, scene.plugins);
  return entity;
}

/**
 * Creates a joint. `parent` is the model or world whose names the joint uses. Its links must be as they are at position
 * zero.
 */
export function spawnJoint(
  world: World,
  parent: Entity,
  scene: JointScene,
  named: ReadonlyMap<string, Entity> = partsNamed(world, parent),
): Entity {
  const link = (name: string): Entity => {
    const found = named.get(name) ?? find(world, parent, name);
    if (found === undefined) throw new Error(`joint "${scene.name}": there is no link "${name}"`);
    return found;
  };
  const joint = world.create(parent);
  world.set(joint, IsJoint, {});
  world.set(joint, Name, scene.name);
  world.set(joint, JointType, scene.type);
  const above = scene.parentLink === "world" ? noEntity : link(scene.parentLink);
  const child = link(scene.childLink);
  const atZero = compose(worldPose(world, child), scene.pose);
  world.set(joint, JointLinks, { parent: above, child });
  world.set(joint, JointChildFrame, scene.pose);
  world.set(joint, JointParentFrame, above === noEntity ? atZero : relativeTo(worldPose(world, above), atZero));
  world.set(joint, JointAxes, scene.axes.map(withOrderedLimits));
  const { x: axis1, y: axis2, z: axis3 } = scene.position ?? zero;
  world.set(joint, JointPosition, { axis1, axis2, axis3 });
  world.set(joint, JointVelocity, JointVelocity.initial());
  keepExtra(world, joint, scene.extra);
  keep(world, joint, JointSettings, {
    parentName: scene.parent === scene.parentLink ? "" : scene.parent,
    childName: scene.child === scene.childLink ? "" : scene.child,
    threadPitch: scene.threadPitch,
    gearboxRatio: scene.gearboxRatio,
    gearboxReferenceBody: scene.gearboxReferenceBody,
    ...(scene.unusedAxes && { unusedAxes: scene.unusedAxes }),
  });
  for (const sensor of scene.sensors) spawnSensor(world, joint, sensor);
  return joint;
}

/** Swaps limits that are the wrong way round: some files have them, and engines refuse them. */
function withOrderedLimits(axis: JointAxis): JointAxis {
  return axis.lower <= axis.upper ? axis : { ...axis, lower: axis.upper, upper: axis.lower };
}

/** Creates a model and what is in it. A model nested in a static one is static too. */
function spawnModelTree(world: World, parent: Entity, scene: ModelScene, isStatic: boolean): Entity {
  const model = spawnNamed(world, parent, scene.name, scene.pose);
  world.set(model, IsModel, {});
  if (isStatic) world.set(model, IsStatic, {});
  if (scene.selfCollide) world.set(model, SelfCollide, {});
  const { allowAutoDisable, enableWind } = scene;
  keepExtra(world, model, scene.extra);
  if (scene.missing !== undefined) world.set(model, MissingModel, scene.missing);
  keep(world, model, ModelSettings, { allowAutoDisable, enableWind });
  if (scene.frames.length > 0) world.set(model, Frames, scene.frames);
  spawnPlugins(world, model, scene.plugins);
  for (const link of scene.links) spawnLink(world, model, link, isStatic);
  for (const nested of scene.models) {
    const inner = spawnModelTree(world, model, nested, isStatic || nested.static);
    const link = find(world, inner, nested.canonicalLink);
    if (link !== undefined && link !== canonicalLinkOf(world, inner)) world.set(inner, ModelCanonicalLink, { link });
  }
  const named = partsNamed(world, model);
  for (const joint of scene.joints) spawnJoint(world, model, joint, named);
  return model;
}

function spawnLink(world: World, model: Entity, scene: LinkScene, isStatic: boolean): void {
  const link = spawnNamed(world, model, scene.name, scene.pose);
  world.set(link, IsLink, {});
  world.set(link, Inertial, scene.inertial);
  if (!isStatic) {
    world.set(link, WorldLinearVelocity, WorldLinearVelocity.initial());
    world.set(link, WorldAngularVelocity, WorldAngularVelocity.initial());
  }
  if (scene.kinematic) world.set(link, IsKinematic, {});
  if (scene.velocityDecay.linear !== 0 || scene.velocityDecay.angular !== 0)
    world.set(link, VelocityDecay, scene.velocityDecay);
  if (!scene.gravity) world.set(link, GravityEnabled, { on: 0 });
  keepExtra(world, link, scene.extra);
  keep(world, link, LinkSettings, { selfCollide: scene.selfCollide, enableWind: scene.enableWind });
  for (const collision of scene.collisions) spawnCollision(world, link, collision);
  for (const visual of scene.visuals) spawnVisual(world, link, visual);
  for (const light of scene.lights) spawnLight(world, link, light);
  for (const sensor of scene.sensors) spawnSensor(world, link, sensor);
  spawnPlugins(world, link, scene.plugins);
}

function spawnCollision(world: World, link: Entity, scene: CollisionScene): void {
  const collision = spawnNamed(world, link, scene.name, scene.pose);
  world.set(collision, IsCollision, {});
  world.set(collision, Geometry, asDescribed(scene.geometry));
  world.set(collision, Surface, scene.surface);
  keepExtra(world, collision, scene.extra);
  keep(world, collision, CollisionSettings, { density: scene.density });
  if (scene.off === true) world.set(collision, CollisionOff, {});
}

function spawnVisual(world: World, link: Entity, scene: VisualScene): void {
  const visual = spawnNamed(world, link, scene.name, scene.pose);
  world.set(visual, IsVisual, {});
  world.set(visual, Geometry, asDescribed(scene.geometry));
  world.set(
    visual,
    Material,
    scene.material && { ...coloredByScript(scene.material), pbr: asNamed(scene.material.pbr) },
  );
  world.set(visual, CastShadows, scene.castShadows);
  if (scene.transparency !== 0) world.set(visual, Transparency, { amount: scene.transparency });
  keepExtra(world, visual, scene.extra);
  keep(world, visual, VisualSettings, { visibilityFlags: scene.visibilityFlags });
  spawnPlugins(world, visual, scene.plugins);
}

function spawnSensor(world: World, parent: Entity, { name, pose, plugins, ...settings }: SensorScene): void {
  const sensor = spawnNamed(world, parent, name, pose);
  world.set(sensor, IsSensor, {});
  world.set(sensor, Sensor, settings);
  spawnPlugins(world, sensor, plugins);
}

/**
 * Drops the folder, and the numbers, which are on a separate entity: the same world from another folder has the same
 * hash.
 */
function asDescribed(geometry: GeometryData): GeometryData {
  if (geometry.type !== "mesh" && geometry.type !== "heightmap" && geometry.type !== "polyline") return geometry;
  const { solid: _, ...described } = geometry;
  if (described.type === "polyline") return described;
  const { fromUri = "", ...rest } = described;
  return { ...rest, from: isRelativeUri(rest.uri) ? fromUri : "" };
}

/** Names the maps of a material without the folder they are in, for the same reason. */
function asNamed(pbr: PbrMaterial | undefined): PbrMaterial | undefined {
  if (pbr === undefined) return undefined;
  const { fromUri = "", ...rest } = pbr;
  return { ...rest, from: mapsOf(rest).some(isRelativeUri) ? fromUri : "" };
}

/** Drops the files that name the skin and its motions, for the same reason. */
function withoutFiles(actor: ActorScene): ActorScene {
  return {
    ...actor,
    skin: { ...actor.skin, from: "" },
    animations: actor.animations.map((animation) => ({ ...animation, from: "" })),
    // These are in a separate component.
    plugins: [],
  };
}

/** Sets a component unless all of its fields have their first values. */
function keep<T extends object>(world: World, entity: Entity, component: Component<T>, value: T): void {
  const usual = component.initial();
  if (Object.entries(value).some(([field, each]) => usual[field as keyof T] !== each)) {
    world.set(entity, component, value);
  }
}

function keepExtra(world: World, entity: Entity, extra: string | undefined): void {
  if (extra !== undefined) world.set(entity, Extra, extra);
}

function spawnNamed(world: World, parent: Entity, name: string, pose: LinkScene["pose"]): Entity {
  const entity = world.create(parent);
  world.set(entity, Name, name);
  world.set(entity, Pose, pose);
  return entity;
}
