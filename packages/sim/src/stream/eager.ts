import { SolidOf, SolidScale, Transparency } from "../components/geometry.ts";
import { JointChildFrame, JointLinks, JointParentFrame } from "../components/joint.ts";
import { Gravity, GravityEnabled, MagneticField, VelocityDecay } from "../components/physics.ts";
import { Pose } from "../components/pose.ts";
import { Seed, SimClock } from "../components/simulation.ts";
import type { Component } from "../ecs/component.ts";

/**
 * Returns whether a component's changes go to everybody who watches a running world. Others are numbers that may change in every
 * step and that no picture shows (velocities, joint positions, controllers' states): they go with the first state, when the
 * world is paused, and when somebody watches their entity.
 */
export function isEager(component: Component): boolean {
  return component.kind === "value" || component.fields.length === 0 || seldomWritten.has(component);
}

const seldomWritten: ReadonlySet<Component> = new Set<Component>([
  Gravity,
  GravityEnabled,
  JointChildFrame,
  JointLinks,
  JointParentFrame,
  MagneticField,
  Pose,
  Seed,
  SimClock,
  SolidOf,
  SolidScale,
  Transparency,
  VelocityDecay,
]);
