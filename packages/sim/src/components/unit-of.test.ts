import { expect, test } from "vitest";
import { numeric } from "../ecs/component.ts";
import { Geometry } from "./geometry.ts";
import { JointAxes, JointVelocity } from "./joint.ts";
import { WorldAngularVelocity } from "./motion.ts";
import { Inertial } from "./physics.ts";
import { unitOf } from "./unit-of.ts";

const Cell = numeric("acme.Cell", { voltage: 0, lastSeenNs: 0 });

test.each([
  [WorldAngularVelocity, "z", undefined, "rad/s"],
  [Inertial, "ixy", undefined, "kg·m²"],
  [Inertial, "pose.x", undefined, "m"],
  [Inertial, "pose.qx", undefined, ""],
  [Geometry, "size.x", undefined, "m"],
  [JointAxes, "effort", "turns", "N·m"],
  [JointAxes, "effort", "slides", "N"],
  [JointAxes, "damping", "slides", "N·s/m"],
  [JointAxes, "springStiffness", "slides", "N/m"],
  [JointVelocity, "axis1", "slides", "m/s"],
  [Inertial, "auto", undefined, ""],
  [Cell, "voltage", undefined, ""],
  [Cell, "lastSeenNs", undefined, "ns"],
] as const)("[EC17] $0.name $1 ($2) is in “$3”", (component, path, motion, unit) => {
  expect(unitOf(component, path, motion)).toBe(unit);
});
