import { Geometry } from "../../components/geometry.ts";
import {
  JointAxes,
  JointForceCmd,
  JointPositionReset,
  JointServo,
  JointVelocityCmd,
  JointVelocityReset,
} from "../../components/joint.ts";
import {
  AngularVelocityCmd,
  LinearVelocityCmd,
  WorldAngularVelocity,
  WorldLinearVelocity,
} from "../../components/motion.ts";
import { Inertial, PhysicsSettings, Surface } from "../../components/physics.ts";
import { Pose } from "../../components/pose.ts";
import { Sensor } from "../../components/sensor.ts";
import type { Component } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import {
  axesProblem,
  commandProblem,
  fixedSettingsProblem,
  geometryProblem,
  inertialProblem,
  jointHoldProblem,
  movesProblem,
  resetProblem,
  sensorProblem,
  surfaceProblem,
} from "./fit-problems.ts";

type Fit<T> = (world: World, entity: Entity, value: T) => string | undefined;

/**
 * Rules about how a value must be consistent with the rest of the world, in addition to the rule that its component
 * declares.
 *
 * These rules are here and not with the declarations for two reasons. Declarations are plain data that travels to
 * processes without the component's module (`ecs/facts.ts`), and these are functions. They also find entities by
 * `entities/`, which builds on `components/`. So every component whose values depend on others needs a line here.
 */
const fits: ReadonlyMap<Component, Fit<never>> = new Map<Component, Fit<never>>([
  [Pose, jointHoldProblem],
  [PhysicsSettings, fixedSettingsProblem],
  [LinearVelocityCmd, movesProblem],
  [AngularVelocityCmd, movesProblem],
  [WorldLinearVelocity, movesProblem],
  [WorldAngularVelocity, movesProblem],
  [Inertial, inertialProblem],
  [JointAxes, axesProblem],
  [JointVelocityCmd, commandProblem],
  [JointForceCmd, commandProblem],
  [JointServo, commandProblem],
  [JointPositionReset, resetProblem],
  [JointVelocityReset, resetProblem],
  [Geometry, geometryProblem],
  [Surface, surfaceProblem],
  [Sensor, sensorProblem],
]);

/** Returns why the value does not suit the world as it is. */
export function fitProblem(world: World, entity: Entity, component: Component, value: unknown): string | undefined {
  return fits.get(component)?.(world, entity, value as never);
}
