import type { Nanoseconds } from "../base/time.ts";
import type { Vec3 } from "../base/vec3.ts";
import { component, numeric } from "../ecs/component.ts";
import { boundedVector } from "./value-rules.ts";
import { IsLink, IsModel } from "./identity.ts";
import { computed } from "./why-locked.ts";

const none = { x: 0, y: 0, z: 0 };

/** Velocity of the link's origin in world axes, m/s. Writing it sets the body's velocity. */
export const WorldLinearVelocity = numeric("gz_sim_components.WorldLinearVelocity", none, {
  group: "Motion",
  rank: 1,
  unit: "m/s",
  affects: ["motion"],
  edit: { on: [IsLink], value: boundedVector("speed") },
});

/** In world axes, rad/s. Writing it sets the body's velocity. */
export const WorldAngularVelocity = numeric("gz_sim_components.WorldAngularVelocity", none, {
  group: "Motion",
  rank: 2,
  unit: "rad/s",
  affects: ["motion"],
  edit: { on: [IsLink], value: boundedVector("spin") },
});

/** Change of the velocity over the last step, m/s². Updated only on links that were given this component. */
export const WorldLinearAcceleration = numeric("gz_sim_components.WorldLinearAcceleration", none, {
  group: "Motion",
  rank: 3,
  unit: "m/s²",
  locked: computed,
});

/** In rad/s², updated in the same way. */
export const WorldAngularAcceleration = numeric("gz_sim_components.WorldAngularAcceleration", none, {
  group: "Motion",
  rank: 4,
  unit: "rad/s²",
  locked: computed,
});

/**
 * Force (N) at a link's origin and torque (N·m), in world axes, for the next step only. `addWrench` adds a force at any
 * other point.
 */
export const WorldWrenchCmd = numeric(
  "gz_sim_components.ExternalWorldWrenchCmd",
  {
    fx: 0,
    fy: 0,
    fz: 0,
    tx: 0,
    ty: 0,
    tz: 0,
  },
  {
    title: "World wrench command",
    group: "Motion",
    rank: 7,
    unit: { "fx fy fz": "N", "tx ty tz": "N·m" },
    locked: "Acts for one step, then it is removed",
  },
);

/** N and N·m in world axes, at a point given in metres from the link's origin, in the link's axes. */
export interface Push {
  readonly force: Vec3;
  readonly torque: Vec3;
  readonly offset: Vec3;
  /** Remaining simulated time; 0 is one step. */
  readonly leftNs: Nanoseconds;
}

/** On a link: the unfinished pushes by people. */
export const Pushes = component("orrery.Pushes", (): readonly Push[] => [], {
  group: "Motion",
  rank: 8,
  unit: { force: "N", torque: "N·m", offset: "m", leftNs: "ns" },
  locked: "Given by people or programs; they end by themselves",
});

/**
 * On a model or a link: the velocity, in its own axes (m/s), with which every step begins while the component exists. A
 * model's velocity is that of its canonical link's origin; its other links move along, and joints keep their motion. A
 * model that is joined to the world stays.
 */
export const LinearVelocityCmd = numeric("gz_sim_components.LinearVelocityCmd", none, {
  group: "Motion",
  rank: 5,
  unit: "m/s",
  edit: { on: [IsModel, IsLink], value: boundedVector("speed"), presence: "offered" },
});

/** In rad/s, with the same rules. */
export const AngularVelocityCmd = numeric("gz_sim_components.AngularVelocityCmd", none, {
  group: "Motion",
  rank: 6,
  unit: "rad/s",
  edit: { on: [IsModel, IsLink], value: boundedVector("spin"), presence: "offered" },
});
