import { component, numeric, tag } from "../ecs/component.ts";
import type { ContactPoint } from "../base/contact-point.ts";
import type { InertialScene, PhysicsScene, SurfaceScene } from "../scene/scene.ts";
import { choice, finite, flag, notNegative, number, record, share, text, vector } from "../ecs/value-rule.ts";
import { boundedVector, open, pose } from "./value-rules.ts";
import { IsCollision, IsLink, IsModel, IsWorld } from "./identity.ts";
import { BOUNDS } from "../base/value-bounds.ts";
import { computed, structure } from "./why-locked.ts";

/** On the world, in m/s². */
export const Gravity = numeric(
  "gz_sim_components.Gravity",
  { x: 0, y: 0, z: -9.8 },
  {
    group: "World",
    rank: 4,
    unit: "m/s²",
    stream: "always",
    affects: ["motion"],
    edit: { on: [IsWorld], value: boundedVector("acceleration") },
  },
);

/** On the world, in teslas. */
export const MagneticField = numeric(
  "gz_sim_components.MagneticField",
  { x: 0, y: 0, z: 0 },
  { group: "World", rank: 5, unit: "T", stream: "always", edit: { on: [IsWorld], value: boundedVector("field") } },
);

export const PhysicsSettings = component(
  "gz_sim_components.Physics",
  (): PhysicsScene => ({
    name: "default",
    type: "",
    maxStepSize: 0.001,
    realTimeFactor: 1,
    realTimeUpdateRate: 1000,
  }),
  {
    group: "World",
    rank: 2,
    unit: { maxStepSize: "s", realTimeUpdateRate: "Hz" },
    edit: {
      on: [IsWorld],
      value: record({
        name: text,
        type: text,
        maxStepSize: finite,
        realTimeFactor: notNegative,
        realTimeUpdateRate: notNegative,
      }),
    },
    fields: {
      name: { locked: structure },
      type: { locked: "The engine is chosen once, when the world is loaded" },
    },
    order: "maxStepSize realTimeFactor",
  },
);

/**
 * On the world: the engine that simulates it, `rapier` or `mujoco`. Chosen only once, so that a world keeps its engine
 * as it grows.
 */
export const ChosenEngine = component("orrery.PhysicsEngine", () => "", {
  group: "World",
  rank: 3,
  locked: "Chosen once, when the world was loaded",
});

export const Inertial = component(
  "gz_sim_components.Inertial",
  (): InertialScene => ({
    mass: 1,
    pose: { x: 0, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 },
    ixx: 1,
    iyy: 1,
    izz: 1,
    ixy: 0,
    ixz: 0,
    iyz: 0,
    auto: false,
  }),
  {
    title: "Mass and inertia",
    group: "Mass and inertia",
    rank: 1,
    unit: { mass: "kg", "pose.x pose.y pose.z": "m", "ixx iyy izz ixy ixz iyz": "kg·m²" },
    affects: ["look", "body"],
    edit: {
      on: [IsLink],
      value: record({
        mass: number({ above: 0, most: BOUNDS.mass.most }),
        pose,
        ixx: finite,
        iyy: finite,
        izz: finite,
        ixy: finite,
        ixz: finite,
        iyz: finite,
        auto: flag,
      }),
    },
    fields: {
      auto: {
        locked: "Means that inertia follows from the shapes and the mass; editing it or its centre ends that",
      },
    },
    order: "mass pose ixx iyy izz ixy ixz iyz auto",
  },
);

const bits16 = number({ least: 0, most: 0xffff, whole: true });

export const Surface = component(
  "orrery.Surface",
  (): SurfaceScene => ({
    mu: 1,
    mu2: 1,
    fdir1: { x: 0, y: 0, z: 0 },
    fdir1In: "",
    slip1: 0,
    slip2: 0,
    restitution: 0,
    collideBitmask: 0xffff,
    categoryBitmask: 0xffff,
  }),
  {
    group: "Surface",
    rank: 1,
    affects: ["motion"],
    edit: {
      on: [IsCollision],
      value: record({
        mu: open,
        mu2: open,
        fdir1: vector,
        fdir1In: text,
        slip1: notNegative,
        slip2: notNegative,
        restitution: share,
        collideBitmask: bits16,
        categoryBitmask: bits16,
      }),
    },
    order: "mu mu2 restitution",
  },
);

/** On a link: 1 if gravity pulls it. */
export const GravityEnabled = numeric(
  "gz_sim_components.GravityEnabled",
  { on: 1 },
  {
    group: "Behaviour",
    rank: 3,
    stream: "always",
    affects: ["motion"],
    edit: { on: [IsLink], value: record({ on: choice(0, 1) }), presence: "optional" },
    fields: { on: { means: "flag" } },
    toggle: { title: "Gravity", hint: "Gravity pulls it" },
  },
);

/** On a link: how fast its velocities decay, 1/s. */
export const VelocityDecay = numeric(
  "orrery.VelocityDecay",
  { linear: 0, angular: 0 },
  {
    group: "Motion",
    rank: 9,
    unit: "1/s",
    stream: "always",
    affects: ["body"],
    edit: { on: [IsLink], value: record({ linear: notNegative, angular: notNegative }), presence: "offered" },
  },
);

/** On a link: it moves only as commanded. */
export const IsKinematic = tag("gz_sim_components.Kinematic", {
  group: "Behaviour",
  rank: 4,
  affects: ["structure"],
  edit: { on: [IsLink], presence: "optional" },
  toggle: { hint: "It moves only as commanded" },
});

/** On a model: those of its links that no joint connects may touch each other. */
export const SelfCollide = tag("gz_sim_components.SelfCollide", {
  group: "Behaviour",
  rank: 2,
  affects: ["structure"],
  edit: { on: [IsModel], presence: "optional" },
  toggle: { hint: "Links of it that no joint connects may touch each other" },
});

/** On a collision: it is disabled. Its `Surface` still says what it would touch otherwise. */
export const CollisionOff = tag("orrery.CollisionOff", { affects: ["motion"] });

/**
 * On the world: messages about contacts contain only ids, because the physics plugin's settings leave out entity names.
 */
export const NamelessContacts = tag("orrery.NamelessContacts");

/** On a collision: `Contacts` are written after every step. */
export const WantsContacts = tag("orrery.WantsContacts");

/** What a collision touched in the last step; `other` is the other collision. Forces act on this collision. */
export interface ContactOf {
  readonly other: number;
  readonly points: readonly ContactPoint[];
}

export const Contacts = component("orrery.Contacts", (): readonly ContactOf[] => [], {
  group: "Surface",
  rank: 2,
  unit: { "points.position points.depth": "m", "points.force": "N" },
  locked: computed,
  order: "other points normal position",
  item: "Contact",
});
