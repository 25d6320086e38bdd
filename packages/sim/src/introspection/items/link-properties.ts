import { add, scale, zero, type Vec3 } from "../../base/vec3.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import type { NumericComponent } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import { number, rate, vector, type Properties, type Property, type WorldParts } from "./property.ts";
import { kineticEnergy, momentAbout, potentialEnergy, rigidStateOf, whyFixed } from "./rigid-state.ts";
import { inertialPose, ownPose } from "./world-poses.ts";

const world = "in world axes";
const ofOrigin = { note: "of the link's origin, in world axes" };
const ofCentre = { note: "of the centre of mass, in world axes" };

const linearVelocity = velocity(WorldLinearVelocity);
const angularVelocity = velocity(WorldAngularVelocity);
const centreVelocity = (parts: WorldParts, link: Entity): Vec3 => rigidStateOf(parts.world, link).velocity;

/** Only links that physics moves have what follows from mass. */
const moving: Pick<Property, "whyNot"> = { whyNot: (parts, link) => whyFixed(parts.world, link) };

/** What links have, and their inertials. */
export const linkProperties: Properties = {
  pose: ownPose,
  linear_velocity: component(WorldLinearVelocity, "m/s", ofOrigin.note),
  angular_velocity: component(WorldAngularVelocity, "rad/s", world),
  linear_acceleration: rate("m/s²", linearVelocity, ofOrigin),
  angular_acceleration: rate("rad/s²", angularVelocity, { note: world }),
  force: rate("N", (parts, link) => rigidStateOf(parts.world, link).momentum, {
    ...moving,
    note: "the sum of all forces: by how much the momentum changes",
  }),
  torque: rate("N·m", (parts, link) => rigidStateOf(parts.world, link).angularMomentum, {
    ...moving,
    note: "the sum of all torques about the centre of mass",
  }),
  kinetic_energy: number("J", (parts, link) => kineticEnergy(rigidStateOf(parts.world, link)), moving),
  potential_energy: number(
    "J",
    ({ world: own, root }, link) => potentialEnergy(own, root, link, rigidStateOf(own, link)),
    { ...moving, note: "in the world's gravity; zero at the world's origin" },
  ),
  linear_momentum: vector("kg·m/s", (parts, link) => rigidStateOf(parts.world, link).momentum, moving),
  angular_momentum: vector("kg·m²/s", (parts, link) => momentAbout(zero, rigidStateOf(parts.world, link)), {
    ...moving,
    note: "about the world's origin",
  }),
  "inertial::pose": inertialPose,
  "inertial::linear_velocity": vector("m/s", centreVelocity, ofCentre),
  "inertial::angular_velocity": component(WorldAngularVelocity, "rad/s", world),
  "inertial::linear_acceleration": rate("m/s²", centreVelocity, ofCentre),
  "inertial::angular_acceleration": rate("rad/s²", angularVelocity, { note: world }),
};

/** Sums over links, as models and the world have them. */
export function sumsOver(links: (parts: WorldParts, entity: Entity) => readonly Entity[]): Properties {
  const total = (value: (parts: WorldParts, link: Entity) => number) => (parts: WorldParts, of: Entity) =>
    links(parts, of).reduce((sum, link) => sum + value(parts, link), 0);
  const totalVector = (value: (parts: WorldParts, link: Entity) => Vec3) => (parts: WorldParts, of: Entity) =>
    links(parts, of).reduce((sum, link) => add(sum, value(parts, link)), zero);
  const kinetic = (parts: WorldParts, link: Entity): number => kineticEnergy(rigidStateOf(parts.world, link));
  const potential = ({ world: own, root }: WorldParts, link: Entity): number =>
    potentialEnergy(own, root, link, rigidStateOf(own, link));
  const centre = (parts: WorldParts, of: Entity): Vec3 | undefined => {
    let [mass, moment] = [0, zero];
    for (const link of links(parts, of)) {
      const state = rigidStateOf(parts.world, link);
      mass += state.mass;
      moment = add(moment, scale(state.centre, state.mass));
    }
    return mass === 0 ? undefined : scale(moment, 1 / mass);
  };
  return {
    kinetic_energy: number("J", total(kinetic), { note: "of all links that physics moves" }),
    potential_energy: number("J", total(potential), { note: "of all links, in the world's gravity" }),
    energy: number(
      "J",
      total((parts, link) => kinetic(parts, link) + potential(parts, link)),
      {
        note: "kinetic and potential, without that of springs",
      },
    ),
    linear_momentum: vector(
      "kg·m/s",
      totalVector((parts, link) => rigidStateOf(parts.world, link).momentum),
    ),
    angular_momentum: vector(
      "kg·m²/s",
      totalVector((parts, link) => momentAbout(zero, rigidStateOf(parts.world, link))),
      { note: "about the world's origin" },
    ),
    centre_of_mass: vector("m", centre),
  };
}

type Numbers3 = { readonly x: number; readonly y: number; readonly z: number };

function velocity(of: NumericComponent<Numbers3>): (parts: WorldParts, link: Entity) => Vec3 {
  return (parts, link) => parts.world.get(link, of) ?? zero;
}

/** Reads a vector that is a component, straight from its column; a link without it stands still. */
function component(of: NumericComponent<Numbers3>, unit: string, note: string): Property {
  return {
    type: "vector3d",
    units: [unit],
    note,
    open: (parts, entity) => ({
      read(_, out, at) {
        const column = parts.world.column(of);
        const from = column.row(entity) * 3;
        if (from < 0) out.fill(parts.world.exists(entity) ? 0 : NaN, at, at + 3);
        else for (let i = 0; i < 3; i++) out[at + i] = column.data[from + i]!;
      },
    }),
  };
}
