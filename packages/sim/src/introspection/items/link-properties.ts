import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import type { NumericComponent } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import { addCross } from "./flat-vectors.ts";
import { ANGULAR_MOMENTUM, MOMENTUM, CENTRE, readVector, VELOCITY, type LinkState } from "./link-state.ts";
import { rate, reading, type Properties, type Property, type WorldParts, type Write } from "./property.ts";
import { whyFixed } from "./why-fixed.ts";
import { inertialPose, ownPose } from "./world-poses.ts";

const inWorld = { note: "in world axes" };
const ofOrigin = { note: "of the link's origin, in world axes" };
const ofCentre = { note: "of the centre of mass, in world axes" };

const linearVelocity = component(WorldLinearVelocity);
const angularVelocity = component(WorldAngularVelocity);
const centreVelocity = stateVector(VELOCITY);

/** For items that follow from mass: only links that physics moves have them. */
const moving: Pick<Property, "whyNot"> = { whyNot: (parts, link) => whyFixed(parts.world, link) };

/** Items of links and of their centres of mass. */
export const linkProperties: Properties = {
  pose: ownPose,
  linear_velocity: reading("vector3d", "m/s", linearVelocity, ofOrigin),
  angular_velocity: reading("vector3d", "rad/s", angularVelocity, inWorld),
  linear_acceleration: rate("m/s²", linearVelocity, ofOrigin),
  angular_acceleration: rate("rad/s²", angularVelocity, inWorld),
  force: rate("N", stateVector(MOMENTUM), {
    ...moving,
    note: "the sum of all forces: by how much the momentum changes",
  }),
  torque: rate("N·m", stateVector(ANGULAR_MOMENTUM), {
    ...moving,
    note: "the sum of all torques about the centre of mass",
  }),
  kinetic_energy: reading(
    "double",
    "J",
    ofState((state, out, at) => void (out[at] = state.kineticEnergy)),
    moving,
  ),
  potential_energy: reading(
    "double",
    "J",
    ofState((state, out, at) => void (out[at] = state.potentialEnergy)),
    { ...moving, note: "in the world's gravity; zero at the world's origin" },
  ),
  linear_momentum: reading("vector3d", "kg·m/s", stateVector(MOMENTUM), moving),
  angular_momentum: reading("vector3d", "kg·m²/s", ofState(writeMoment), {
    ...moving,
    note: "about the world's origin",
  }),
  "inertial::pose": inertialPose,
  "inertial::linear_velocity": reading("vector3d", "m/s", centreVelocity, ofCentre),
  "inertial::angular_velocity": reading("vector3d", "rad/s", angularVelocity, inWorld),
  "inertial::linear_acceleration": rate("m/s²", centreVelocity, ofCentre),
  "inertial::angular_acceleration": rate("rad/s²", angularVelocity, inWorld),
};

type Open = (parts: WorldParts, link: Entity) => Write;

/** Reads a value that follows from the state of a link. */
function ofState(write: (state: LinkState, out: Float64Array, at: number) => void): Open {
  return ({ readings }, link) => {
    const state = readings.link(link);
    return (out, at) => {
      if (state.update()) write(state, out, at);
    };
  };
}

function stateVector(from: number): Open {
  return ofState(({ numbers }, out, at) => {
    for (let i = 0; i < 3; i++) out[at + i] = numbers[from + i]!;
  });
}

function writeMoment({ numbers }: LinkState, out: Float64Array, at: number): void {
  for (let i = 0; i < 3; i++) out[at + i] = numbers[ANGULAR_MOMENTUM + i]!;
  addCross(out, at, numbers, CENTRE, numbers, MOMENTUM);
}

type Numbers3 = { readonly x: number; readonly y: number; readonly z: number };

/** Reads a vector straight from the column of a component. For a link without the component, it is zero. */
function component(of: NumericComponent<Numbers3>): Open {
  return ({ world }, link) =>
    (out, at) => {
      if (world.exists(link)) readVector(world, link, of, out, at);
    };
}
