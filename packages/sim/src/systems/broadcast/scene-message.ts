import type { gz } from "@orrery/msgs";
import { identityPose } from "../../base/pose.ts";
import { toSecNsec, type Nanoseconds } from "../../base/time.ts";
import { CastShadows, Geometry, Material, Transparency } from "../../components/geometry.ts";
import {
  IsCanonical,
  IsCollision,
  IsLight,
  IsLink,
  IsModel,
  IsSensor,
  IsStatic,
  IsVisual,
  Name,
} from "../../components/identity.ts";
import { Light } from "../../components/light.ts";
import { Pose } from "../../components/pose.ts";
import { Extra } from "../../components/saving.ts";
import { Sensor } from "../../components/sensor.ts";
import { Appearance } from "../../components/simulation.ts";
import type { Component } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { toPoseMessage } from "../../messages/pose-message.ts";
import { emittersOf } from "./emitter-message.ts";
import { toGeometryMessage, toMaterialMessage } from "../../messages/geometry-to-message.ts";
import { sensorFields } from "./sensor-message.ts";

/** Describes everything that a viewer needs to draw the world: models and their parts, lights, and the surroundings. */
export function sceneMessage(world: World, root: Entity, timeNs: Nanoseconds): gz.Scene {
  const { ambient, background, shadows, grid, sky } = world.get(root, Appearance) ?? Appearance.initial();
  return {
    header: { stamp: toSecNsec(timeNs) },
    name: nameOf(world, root),
    ambient,
    background,
    shadows,
    grid,
    ...(sky ? { sky: {} } : {}),
    model: below(world, root, IsModel).map((model) => modelMessage(world, model)),
    light: below(world, root, IsLight).map((light) => lightMessage(world, light)),
  };
}

function modelMessage(world: World, model: Entity): gz.Model {
  return {
    name: nameOf(world, model),
    id: model,
    is_static: world.has(model, IsStatic),
    pose: poseOf(world, model),
    link: below(world, model, IsLink).map((link) => linkMessage(world, link)),
    model: below(world, model, IsModel).map((nested) => modelMessage(world, nested)),
  };
}

function linkMessage(world: World, link: Entity): gz.Link {
  return {
    name: nameOf(world, link),
    id: link,
    canonical: world.has(link, IsCanonical),
    pose: poseOf(world, link),
    visual: below(world, link, IsVisual).map((visual) => visualMessage(world, visual, link)),
    collision: below(world, link, IsCollision).map((collision) => ({
      name: nameOf(world, collision),
      id: collision,
      pose: poseOf(world, collision),
      geometry: toGeometryMessage(world.get(collision, Geometry) ?? Geometry.initial()),
    })),
    light: below(world, link, IsLight).map((light) => lightMessage(world, light)),
    sensor: below(world, link, IsSensor).map((sensor) => sensorMessage(world, sensor, link)),
    ...emittersOf(world.get(link, Extra)),
  };
}

function sensorMessage(world: World, sensor: Entity, parent: Entity): gz.Sensor {
  return {
    name: nameOf(world, sensor),
    id: sensor,
    parent: nameOf(world, parent),
    parent_id: parent,
    pose: poseOf(world, sensor),
    ...sensorFields(world.get(sensor, Sensor) ?? Sensor.initial()),
  };
}

function visualMessage(world: World, visual: Entity, link: Entity): gz.Visual {
  const material = world.get(visual, Material);
  return {
    name: nameOf(world, visual),
    id: visual,
    parent_name: nameOf(world, link),
    parent_id: link,
    cast_shadows: world.get(visual, CastShadows) ?? true,
    transparency: world.get(visual, Transparency)?.amount ?? 0,
    pose: poseOf(world, visual),
    geometry: toGeometryMessage(world.get(visual, Geometry) ?? Geometry.initial()),
    ...(material === undefined ? {} : { material: toMaterialMessage(material) }),
    visible: true,
    type: "VISUAL",
  };
}

const lightTypes = { point: "POINT", spot: "SPOT", directional: "DIRECTIONAL" } as const;

function lightMessage(world: World, entity: Entity): gz.Light {
  const light = world.get(entity, Light) ?? Light.initial();
  return {
    name: nameOf(world, entity),
    id: entity,
    parent_id: world.parentOf(entity),
    type: lightTypes[light.type],
    pose: poseOf(world, entity),
    diffuse: light.diffuse,
    specular: light.specular,
    attenuation_constant: light.attenuation.constant,
    attenuation_linear: light.attenuation.linear,
    attenuation_quadratic: light.attenuation.quadratic,
    range: light.attenuation.range,
    direction: light.direction,
    cast_shadows: light.castShadows,
    spot_inner_angle: light.spotInnerAngle,
    spot_outer_angle: light.spotOuterAngle,
    spot_falloff: light.spotFalloff,
    intensity: light.intensity,
    is_light_off: !light.on,
    visualize_visual: light.visualize,
  };
}

/** Returns the pose relative to the parent, as in a file. */
function poseOf(world: World, entity: Entity): gz.Pose {
  return { name: nameOf(world, entity), id: entity, ...toPoseMessage(world.get(entity, Pose) ?? identityPose) };
}

function nameOf(world: World, entity: Entity): string {
  return world.get(entity, Name) ?? "";
}

function below(world: World, entity: Entity, kind: Component): Entity[] {
  return world.childrenOf(entity).filter((child) => world.has(child, kind));
}
