import { assertNever } from "../base/assert-never.ts";
import { compose, identityPose, rotationOf, type Pose } from "../base/pose.ts";
import { rotate } from "../base/quat.ts";
import type { Vec3 } from "../base/vec3.ts";
import type { ActorScene } from "../scene/actor.ts";
import type { Color } from "../scene/color.ts";
import type { Geometry, Material } from "../scene/geometry.ts";
import { defaultAxis, type JointAxis, type JointScene } from "../scene/joint.ts";
import type { LightScene } from "../scene/light.ts";
import { formatProblem, type Problem } from "../scene/problem.ts";
import type { FrameScene, LinkScene, ModelScene, PluginScene, Scene, SensorScene, WorldScene } from "../scene/scene.ts";

/** Plain JSON, for comparisons by tests and other programs. Infinity is the string "inf". */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Returns a loaded file as JSON with everything resolved. In a world, every pose is in the world's frame; for a model
 * at the root of a file, in that model's frame. A pose is [x, y, z, qx, qy, qz, qw] with qw ≥ 0.
 */
export function sceneToJson(scene: Scene, problems: readonly Problem[] = []): Json {
  const errors = problems.filter((problem) => problem.severity === "error");
  return {
    ok: errors.length === 0,
    errors: errors.map((problem) => ({
      code: problem.code,
      message: formatProblem(problem),
      line: problem.where?.line ?? null,
    })),
    warnings: problems.filter((problem) => problem.severity === "warning").map(formatProblem),
    worlds: scene.worlds.map(worldJson),
    models: scene.models.map((model) => ({ ...modelJson(model, "", identityPose), pose: poseJson(model.pose) })),
    lights: scene.lights.map((light) => lightJson(light, identityPose)),
    actors: scene.actors.map(actorJson),
  };
}

type JsonObject = { readonly [key: string]: Json };

function worldJson(world: WorldScene): JsonObject {
  const { physics } = world;
  return {
    name: world.name,
    gravity: vec3Json(world.gravity),
    physics: {
      name: physics.name,
      type: physics.type,
      max_step_size: physics.maxStepSize,
      real_time_factor: physics.realTimeFactor,
    },
    models: world.models.map((model) => modelJson(model, "", model.pose)),
    lights: world.lights.map((light) => lightJson(light, identityPose)),
    frames: world.frames.map((frame) => frameJson(frame, identityPose)),
    actors: world.actors.map(actorJson),
    plugins: world.plugins.map(pluginJson),
  };
}

/** Describes a model. `place` is the pose of the model's own frame in the frame of the result. */
function modelJson(model: ModelScene, scope: string, place: Pose): JsonObject {
  const name = scope + model.name;
  return {
    name,
    static: model.static,
    self_collide: model.selfCollide,
    canonical_link: model.canonicalLink,
    pose: poseJson(place),
    links: model.links.map((link) => linkJson(link, compose(place, link.pose))),
    joints: model.joints.map((joint) => jointJson(joint, compose(place, linkPose(model, joint.childLink)))),
    frames: model.frames.map((frame) => frameJson(frame, place)),
    models: model.models.map((nested) => modelJson(nested, `${name}::`, compose(place, nested.pose))),
    plugins: model.plugins.map(pluginJson),
  };
}

/** Returns the pose of a link in a model, by its scoped name. */
function linkPose(model: ModelScene, scoped: string): Pose {
  const link = model.links.find((one) => one.name === scoped);
  if (link !== undefined) return link.pose;
  const nested = model.models.find((one) => scoped.startsWith(`${one.name}::`));
  return nested === undefined
    ? identityPose
    : compose(nested.pose, linkPose(nested, scoped.slice(nested.name.length + 2)));
}

function linkJson(link: LinkScene, place: Pose): JsonObject {
  const { inertial } = link;
  return {
    name: link.name,
    pose: poseJson(place),
    mass: inertial.mass,
    inertia: [inertial.ixx, inertial.iyy, inertial.izz, inertial.ixy, inertial.ixz, inertial.iyz],
    inertial_pose: poseJson(inertial.pose),
    inertial_auto: inertial.auto,
    collisions: link.collisions.map(({ name, pose, geometry }) => ({
      name,
      pose: poseJson(compose(place, pose)),
      geometry: geometryJson(geometry),
    })),
    visuals: link.visuals.map(({ name, pose, geometry, material }) => ({
      name,
      pose: poseJson(compose(place, pose)),
      geometry: geometryJson(geometry),
      ...(material === undefined ? {} : { material: materialJson(material) }),
    })),
    sensors: link.sensors.map((sensor) => sensorJson(sensor, place)),
    lights: link.lights.map((light) => lightJson(light, place)),
  };
}

/** Describes a joint. `child` is the pose of the child link in the frame of the result. */
function jointJson(joint: JointScene, child: Pose): JsonObject {
  const place = compose(child, joint.pose);
  const [axis = joint.unusedAxes?.axis, axis2 = joint.unusedAxes?.axis2] = joint.axes;
  return {
    name: joint.name,
    type: joint.type,
    parent: joint.parent,
    child: joint.child,
    parent_link: joint.parentLink,
    child_link: joint.childLink,
    pose: poseJson(place),
    axis: axisJson(axis, place),
    axis2: axisJson(axis2, place),
    sensors: joint.sensors.map((sensor) => sensorJson(sensor, place)),
  };
}

function axisJson(axis: JointAxis | undefined, place: Pose): Json {
  if (axis === undefined || axis === defaultAxis) return null;
  return {
    xyz: vec3Json(rotate(rotationOf(place), axis.xyz)),
    xyz_joint: vec3Json(axis.xyz),
    limits: {
      lower: numberJson(axis.lower),
      upper: numberJson(axis.upper),
      effort: numberJson(axis.effort),
      velocity: numberJson(axis.velocity),
    },
    dynamics: {
      damping: axis.damping,
      friction: axis.friction,
      spring_reference: axis.springReference,
      spring_stiffness: axis.springStiffness,
    },
  };
}

function geometryJson(geometry: Geometry): JsonObject {
  switch (geometry.type) {
    case "empty":
      return { type: "empty" };
    case "box":
      return { type: "box", size: vec3Json(geometry.size) };
    case "sphere":
      return { type: "sphere", radius: geometry.radius };
    case "cylinder":
    case "capsule":
    case "cone":
      return { type: geometry.type, radius: geometry.radius, length: geometry.length };
    case "ellipsoid":
      return { type: "ellipsoid", radii: vec3Json(geometry.radii) };
    case "plane":
      return { type: "plane", normal: vec3Json(geometry.normal), size: [geometry.size.x, geometry.size.y] };
    case "mesh":
      return {
        type: "mesh",
        uri: geometry.uri,
        scale: vec3Json(geometry.scale),
        submesh: geometry.submesh,
        center_submesh: geometry.centerSubmesh,
      };
    case "heightmap":
      return {
        type: "heightmap",
        uri: geometry.uri,
        size: vec3Json(geometry.size),
        position: vec3Json(geometry.position),
        sampling: geometry.sampling,
      };
    case "polyline":
      return {
        type: "polyline",
        polylines: geometry.polylines.map(({ height, points }) => ({
          height,
          points: points.map(({ x, y }) => [x, y]),
        })),
      };
    default:
      return assertNever(geometry);
  }
}

function materialJson(material: Material): JsonObject {
  return {
    ambient: colorJson(material.ambient),
    diffuse: colorJson(material.diffuse),
    specular: colorJson(material.specular),
    emissive: colorJson(material.emissive),
  };
}

function lightJson(light: LightScene, parent: Pose): JsonObject {
  return {
    name: light.name,
    type: light.type,
    pose: poseJson(compose(parent, light.pose)),
    diffuse: colorJson(light.diffuse),
    specular: colorJson(light.specular),
    direction: vec3Json(light.direction),
    cast_shadows: light.castShadows,
    intensity: light.intensity,
    attenuation: { ...light.attenuation },
  };
}

function actorJson(actor: ActorScene): JsonObject {
  return {
    name: actor.name,
    pose: poseJson(actor.pose),
    skin: actor.skin.filename,
    skin_scale: actor.skin.scale,
    animations: actor.animations.map(({ name, filename }) => ({ name, filename })),
    trajectories: actor.script.trajectories.map(({ id, type, waypoints }) => ({
      id,
      type,
      waypoints: waypoints.length,
    })),
  };
}

function sensorJson(sensor: SensorScene, parent: Pose): JsonObject {
  return {
    name: sensor.name,
    type: sensor.type,
    pose: poseJson(compose(parent, sensor.pose)),
    update_rate: sensor.updateRate,
    topic: sensor.topic,
  };
}

function frameJson(frame: FrameScene, parent: Pose): JsonObject {
  return { name: frame.name, pose: poseJson(compose(parent, frame.pose)), attached_to: frame.attachedTo };
}

function pluginJson({ name, filename }: PluginScene): JsonObject {
  return { name, filename };
}

function poseJson({ x, y, z, qx, qy, qz, qw }: Pose): Json {
  const first = [qw, qx, qy, qz].find((part) => part !== 0) ?? 1;
  const sign = first < 0 ? -1 : 1;
  return [x, y, z, sign * qx, sign * qy, sign * qz, sign * qw];
}

function vec3Json({ x, y, z }: Vec3): Json {
  return [x, y, z];
}

function colorJson({ r, g, b, a }: Color): Json {
  return [r, g, b, a];
}

function numberJson(value: number): Json {
  return Number.isFinite(value) ? value : value > 0 ? "inf" : "-inf";
}
