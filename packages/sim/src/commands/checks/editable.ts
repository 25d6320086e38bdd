import type { Pose as PoseValue } from "../../base/pose.ts";
import { pose as poseOf, rotationOf } from "../../base/pose.ts";
import { normalizeQuat } from "../../base/quat.ts";
import { CastShadows, Geometry, Material, Transparency } from "../../components/geometry.ts";
import {
  IsCollision,
  IsJoint,
  IsLight,
  IsLink,
  IsModel,
  IsSensor,
  IsStatic,
  IsVisual,
  IsWorld,
} from "../../components/identity.ts";
import {
  JointAxes,
  JointForceCmd,
  JointPositionReset,
  JointServo,
  JointVelocityCmd,
  JointVelocityReset,
} from "../../components/joint.ts";
import { Light } from "../../components/light.ts";
import {
  AngularVelocityCmd,
  LinearVelocityCmd,
  WorldAngularVelocity,
  WorldLinearVelocity,
} from "../../components/motion.ts";
import {
  Gravity,
  GravityEnabled,
  Inertial,
  IsKinematic,
  MagneticField,
  PhysicsSettings,
  SelfCollide,
  Surface,
  VelocityDecay,
} from "../../components/physics.ts";
import { Pose } from "../../components/pose.ts";
import { CollisionSettings, LinkSettings, ModelSettings, VisualSettings } from "../../components/saving.ts";
import { Sensor } from "../../components/sensor.ts";
import { Appearance } from "../../components/simulation.ts";
import type { Component } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { scopedName } from "../../entities/find.ts";
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
} from "./edit-context.ts";
import { color, geometryCheck, materialCheck } from "./shape-check.ts";
import { BOUNDS, type Bounded } from "../../physics/value-bounds.ts";
import {
  bounded,
  boundedVector,
  direction,
  finite,
  flag,
  list,
  notNegative,
  number,
  oneOf,
  pose,
  record,
  share,
  text,
  unitVector,
  vector,
  type ValueCheck,
} from "./value-check.ts";

/** How a component may be edited. */
export interface Editable {
  /** Entities of these kinds have it. */
  readonly on: readonly Component[];
  readonly check: ValueCheck;
  /** Beyond the value itself: what else is there may not let it be. */
  readonly fits?: (world: World, entity: Entity, value: never) => string | undefined;
  /** It may be taken away; else it can only be set. */
  readonly optional?: boolean;
  /** What is written instead of the value that was given. */
  readonly tidied?: (value: never) => unknown;
}

/** The fields `axis1`, `axis2`, … of a component of a joint. */
const axesOf = (what: Bounded, count: number): ValueCheck =>
  record(Object.fromEntries(Array.from({ length: count }, (_, i) => [`axis${i + 1}`, bounded(what)])));
const open = number({ least: 0, infinite: true });
const limit = number({ infinite: true });
const nothing = record({});
const bits16 = number({ least: 0, most: 0xffff, whole: true });

const jointAxis = record(
  {
    xyz: unitVector,
    lower: limit,
    upper: limit,
    effort: open,
    velocity: open,
    damping: notNegative,
    friction: notNegative,
    springReference: finite,
    springStiffness: notNegative,
  },
  {
    mimic: record({ joint: text, axis: oneOf("axis", "axis2"), multiplier: finite, offset: finite, reference: finite }),
  },
);

/** The components that people may edit, and how. All others follow from something else, or are a system's own. */
export const editable: ReadonlyMap<Component, Editable> = new Map<Component, Editable>([
  [
    Pose,
    {
      on: [IsModel, IsLink, IsCollision, IsVisual, IsLight, IsSensor],
      check: pose,
      fits: jointHoldProblem,
      tidied: (given: PoseValue) => poseOf(given, normalizeQuat(rotationOf(given))),
    },
  ],
  [Gravity, { on: [IsWorld], check: boundedVector("acceleration") }],
  [MagneticField, { on: [IsWorld], check: boundedVector("field") }],
  [
    PhysicsSettings,
    {
      on: [IsWorld],
      check: record({
        name: text,
        type: text,
        maxStepSize: finite,
        realTimeFactor: notNegative,
        realTimeUpdateRate: notNegative,
      }),
      fits: fixedSettingsProblem,
    },
  ],
  [
    Appearance,
    { on: [IsWorld], check: record({ ambient: color, background: color, shadows: flag, grid: flag, sky: flag }) },
  ],
  [IsStatic, { on: [IsModel], check: nothing, optional: true }],
  [SelfCollide, { on: [IsModel], check: nothing, optional: true }],
  [ModelSettings, { on: [IsModel], check: record({ allowAutoDisable: flag, enableWind: flag }), optional: true }],
  [LinearVelocityCmd, { on: [IsModel, IsLink], check: boundedVector("speed"), optional: true, fits: movesProblem }],
  [AngularVelocityCmd, { on: [IsModel, IsLink], check: boundedVector("spin"), optional: true, fits: movesProblem }],
  [WorldLinearVelocity, { on: [IsLink], check: boundedVector("speed"), fits: movesProblem }],
  [WorldAngularVelocity, { on: [IsLink], check: boundedVector("spin"), fits: movesProblem }],
  [
    Inertial,
    {
      on: [IsLink],
      check: record({
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
      fits: inertialProblem,
    },
  ],
  [GravityEnabled, { on: [IsLink], check: record({ on: oneOf(0, 1) }), optional: true }],
  [VelocityDecay, { on: [IsLink], check: record({ linear: notNegative, angular: notNegative }), optional: true }],
  [IsKinematic, { on: [IsLink], check: nothing, optional: true }],
  [LinkSettings, { on: [IsLink], check: record({ selfCollide: flag, enableWind: flag }), optional: true }],
  [JointAxes, { on: [IsJoint], check: list(jointAxis, 2), fits: axesProblem }],
  [JointVelocityCmd, { on: [IsJoint], check: axesOf("motorTarget", 2), fits: commandProblem, optional: true }],
  [JointForceCmd, { on: [IsJoint], check: axesOf("jointForce", 2), fits: commandProblem, optional: true }],
  [JointPositionReset, { on: [IsJoint], check: axesOf("motorTarget", 3), fits: resetProblem, optional: true }],
  [JointVelocityReset, { on: [IsJoint], check: axesOf("spin", 3), fits: resetProblem, optional: true }],
  [
    JointServo,
    {
      on: [IsJoint],
      check: record({ target: bounded("motorTarget"), stiffness: notNegative, damping: notNegative, maxForce: open }),
      fits: commandProblem,
      optional: true,
    },
  ],
  [Geometry, { on: [IsCollision, IsVisual], check: geometryCheck, fits: geometryProblem }],
  [
    Surface,
    {
      on: [IsCollision],
      check: record({
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
      fits: surfaceProblem,
    },
  ],
  [CollisionSettings, { on: [IsCollision], check: record({ density: number({ above: 0 }) }), optional: true }],
  [Material, { on: [IsVisual], check: materialCheck, optional: true }],
  [CastShadows, { on: [IsVisual], check: flag }],
  [Transparency, { on: [IsVisual], check: record({ amount: share }), optional: true }],
  [
    VisualSettings,
    {
      on: [IsVisual],
      check: record({ visibilityFlags: number({ least: 0, most: 0xffffffff, whole: true }) }),
      optional: true,
    },
  ],
  [
    Light,
    {
      on: [IsLight],
      check: record({
        type: oneOf("point", "spot", "directional"),
        diffuse: color,
        specular: color,
        direction,
        castShadows: flag,
        intensity: notNegative,
        attenuation: record({
          range: notNegative,
          constant: notNegative,
          linear: notNegative,
          quadratic: notNegative,
        }),
        spotInnerAngle: number({ least: 0, most: 2 * Math.PI }),
        spotOuterAngle: number({ least: 0, most: 2 * Math.PI }),
        spotFalloff: notNegative,
        on: flag,
        visualize: flag,
      }),
    },
  ],
  [
    Sensor,
    {
      on: [IsSensor],
      check: record({
        type: text,
        updateRate: notNegative,
        topic: text,
        alwaysOn: flag,
        visualize: flag,
        settings: text,
      }),
      fits: sensorProblem,
    },
  ],
]);

export function isEditable(component: Component): boolean {
  return editable.has(component);
}

/** Why a value cannot be written; `undefined` when it can. */
export function editProblem(world: World, entity: Entity, component: Component, value: unknown): string | undefined {
  const rules = editable.get(component);
  if (rules === undefined) return `${component.name} cannot be edited; what can: ${editableNames()}`;
  if (!world.exists(entity)) return `there is no entity ${entity}`;
  if (!rules.on.some((kind) => world.has(entity, kind)))
    return `"${scopedName(world, entity)}" cannot have ${shortName(component)}; what has it: ${rules.on.map(shortName).join(", ")}`;
  const problem = rules.check(value, shortName(component));
  return problem ?? rules.fits?.(world, entity, value as never);
}

/** Why a component cannot be taken away. */
export function removalProblem(world: World, entity: Entity, component: Component): string | undefined {
  const rules = editable.get(component);
  if (rules === undefined) return `${component.name} cannot be edited; what can: ${editableNames()}`;
  if (rules.optional !== true) return `${shortName(component)} cannot be taken away, only set`;
  return world.has(entity, component)
    ? undefined
    : `"${scopedName(world, entity)}" has no ${shortName(component)} to take away`;
}

/** As people know it: without the name of the package. */
export function shortName({ name }: Component): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function editableNames(): string {
  return [...editable.keys()].map(shortName).sort().join(", ");
}
