import type { Component, Entity, World } from "@orrery/sim";
import {
  Appearance,
  CastShadows,
  CollisionSettings,
  Geometry,
  Gravity,
  GravityEnabled,
  Inertial,
  IsKinematic,
  IsStatic,
  JointAxes,
  Light,
  MagneticField,
  Material,
  PhysicsSettings,
  Pose,
  SelfCollide,
  Sensor,
  Surface,
  Transparency,
  VelocityDecay,
  VisualSettings,
} from "@orrery/sim/components";

const EDITABLE: ReadonlySet<Component> = new Set<Component>([
  Appearance,
  CastShadows,
  CollisionSettings,
  Geometry,
  Gravity,
  GravityEnabled,
  Inertial,
  IsKinematic,
  IsStatic,
  JointAxes,
  Light,
  MagneticField,
  Material,
  PhysicsSettings,
  Pose,
  SelfCollide,
  Sensor,
  Surface,
  Transparency,
  VelocityDecay,
  VisualSettings,
]);

export function isEditable(component: Component): boolean {
  return EDITABLE.has(component);
}

export function editProblem(_world: World, _entity: Entity, component: Component, value: unknown): string | undefined {
  if (component === Inertial && !((value as { mass: number }).mass > 0)) return "the mass must be more than 0";
  return undefined;
}

export function removalProblem(_world: World, _entity: Entity, component: Component): string | undefined {
  return component.kind === "numeric" && component.fields.length === 0 ? undefined : "cannot be taken away";
}
