import type { Entity } from "../../ecs/entities.ts";
import { CENTRE, MASS, type LinkState } from "./link-state.ts";
import { reading, type Properties, type WorldParts, type Write } from "./property.ts";

type LinksOf = (parts: WorldParts, entity: Entity) => readonly Entity[];

/** Declares the sums over links that models and the world have, such as energy. */
export function sumsOver(links: LinksOf): Properties {
  const total = (value: (state: LinkState) => number): ((parts: WorldParts, of: Entity) => Write) =>
    each(links, 1, (state, sum) => void (sum[0]! += value(state)));
  return {
    kinetic_energy: reading(
      "double",
      "J",
      total((state) => state.kineticEnergy),
      { note: "of all links that physics moves" },
    ),
    potential_energy: reading(
      "double",
      "J",
      total((state) => state.potentialEnergy),
      { note: "of all links, in the world's gravity" },
    ),
    energy: reading(
      "double",
      "J",
      total((state) => state.kineticEnergy + state.potentialEnergy),
      { note: "kinetic and potential, without that of springs" },
    ),
    linear_momentum: reading(
      "vector3d",
      "kg·m/s",
      each(links, 6, (state, sum) => state.addMomentum(sum)),
    ),
    angular_momentum: reading(
      "vector3d",
      "kg·m²/s",
      each(links, 6, (state, sum) => state.addMomentum(sum), writeLast3),
      { note: "about the world's origin" },
    ),
    centre_of_mass: reading("vector3d", "m", each(links, 4, addMoment, writeCentre)),
  };
}

/** Reads a sum over links. `add` adds a link to `size` numbers; `write` makes the value of them, or takes the first. */
function each(
  links: LinksOf,
  size: number,
  add: (state: LinkState, sum: Float64Array) => void,
  write: (sum: Float64Array, out: Float64Array, at: number) => void = writeFirst,
): (parts: WorldParts, of: Entity) => Write {
  return (parts, of) => {
    const states = links(parts, of).map((link) => parts.readings.link(link));
    const sum = new Float64Array(size);
    return (out, at) => {
      if (!parts.world.exists(of)) return;
      sum.fill(0);
      for (const state of states) if (state.update()) add(state, sum);
      write(sum, out, at);
    };
  };
}

function writeFirst(sum: Float64Array, out: Float64Array, at: number): void {
  for (let i = 0; i < Math.min(3, sum.length); i++) out[at + i] = sum[i]!;
}

function writeLast3(sum: Float64Array, out: Float64Array, at: number): void {
  for (let i = 0; i < 3; i++) out[at + i] = sum[sum.length - 3 + i]!;
}

function addMoment({ numbers }: LinkState, sum: Float64Array): void {
  const mass = numbers[MASS]!;
  for (let i = 0; i < 3; i++) sum[i]! += mass * numbers[CENTRE + i]!;
  sum[3]! += mass;
}

function writeCentre(sum: Float64Array, out: Float64Array, at: number): void {
  const mass = sum[3]!;
  if (mass > 0) for (let i = 0; i < 3; i++) out[at + i] = sum[i]! / mass;
}
