import type { gz, orrery } from "@orrery/msgs";
import type { Pose } from "../base/pose.ts";
import { toSecNsec, type Nanoseconds } from "../base/time.ts";
import type { Vec3 } from "../base/vec3.ts";
import { JointPositionReset, JointVelocityReset } from "../components/joint.ts";
import type { Component, ValueOf } from "../ecs/component.ts";
import type { Entity } from "../ecs/entities.ts";
import { pack } from "../ecs/pack.ts";
import { toPoseMessage } from "../messages/pose-message.ts";

/** Moves a model or light to a pose in the world. */
export function moveEdit(entity: Entity, pose: Pose): orrery.Edit {
  return { pose: { id: entity, ...toPoseMessage(pose) } };
}

export function removeEdit(entity: Entity): orrery.Edit {
  return { remove: { id: entity } };
}

/** Creates something. `firstId` is the first id of its entities, for a creation while the world is paused. */
export function createEdit(factory: gz.EntityFactory, firstId = 0): orrery.Edit {
  return { create: { factory, first_id: firstId } };
}

/** Scales by these factors along the thing's own axes. */
export function scaleEdit(entity: Entity, factors: Vec3): orrery.Edit {
  return { scale: { entity: { id: entity }, factors: { ...factors } } };
}

export function renameEdit(entity: Entity, name: string): orrery.Edit {
  return { rename: { entity: { id: entity }, name } };
}

/**
 * Pushes a link with a force (N) and torque (N·m) in world axes, at `offset` from its origin in its own axes; for one
 * step by default.
 */
export function pushEdit(
  link: Entity,
  { force, torque, offset, durationNs }: { force?: Vec3; torque?: Vec3; offset?: Vec3; durationNs?: Nanoseconds },
): orrery.Edit {
  const wrench: gz.Wrench = {
    ...(force && { force: { ...force } }),
    ...(torque && { torque: { ...torque } }),
    ...(offset && { force_offset: { ...offset } }),
  };
  const duration = durationNs === undefined ? {} : { duration: toSecNsec(durationNs) };
  return { push: { wrench: { entity: { id: link }, wrench }, ...duration } };
}

/** Positions or speeds of a joint's axes: rad or m, or per second. For a ball joint, a rotation vector. */
export type AxisValues = ValueOf<typeof JointPositionReset>;

/** Moves a joint to a position, at rest, together with everything attached to its child. */
export function jointEdit(joint: Entity, position: AxisValues): orrery.Edit {
  return componentsEdit(joint, [
    [JointPositionReset, position],
    [JointVelocityReset, JointVelocityReset.initial()],
  ]);
}

/** Disables or enables all collisions of a model or link, or one collision. */
export function collisionEdit(entity: Entity, on: boolean): orrery.Edit {
  return { collision: { entity: { id: entity }, on } };
}

/** Sets components to values, as `[component, value]`; `undefined` removes the component. */
export function componentsEdit(entity: Entity, values: readonly (readonly [Component, unknown])[]): orrery.Edit {
  const components: Record<number, gz.SerializedComponent> = {};
  for (const [component, value] of values) {
    const type = component.key;
    components[type] =
      value === undefined ? { type, remove: true } : { type, component: componentBytes(component, value) };
  }
  return { components: { id: entity, components } };
}

/** Encodes one value for an edit. */
function componentBytes(component: Component, value: unknown): Uint8Array {
  if (component.kind === "value") return component.serialiser.encode(value);
  const numbers = value as Readonly<Record<string, number>>;
  return pack(Float64Array.from(component.fields, (field) => numbers[field] ?? Number.NaN));
}
