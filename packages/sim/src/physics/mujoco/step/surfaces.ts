import type { ShapeId } from "../../engine.ts";
import type { ContactRows, MujocoModel } from "../model/model.ts";
import { CONTACT_DOUBLES, CONTACT_INTS, contactDouble, contactInt } from "../model/module.ts";
import type { MujocoScene } from "../scene/scene.ts";

/** Restitutions by geom; empty if nothing bounces. */
export type Restitutions = Float64Array;

/**
 * In m/s: a slower rebound is suppressed. Gazebo's default engine has the same bound, whatever a file's `<threshold>`
 * says.
 */
const MIN_REBOUND = 0.1;
/** How rigid a contact is while it bounces; the speed of a bounce is accurate to 1 in 10,000. */
const RIGID = 0.9999;

/**
 * Sets the friction of all geoms. MuJoCo uses the larger friction of a pair, except that a geom with higher priority
 * decides alone. So the smoother a geom, the higher its priority, and the smaller friction wins.
 */
export function setSurfaces({ views, text }: MujocoModel, scene: MujocoScene): Restitutions {
  const surfaces = text.shapes.map((id) => scene.shape(id).surface);
  const ranks = [...new Set(surfaces.map(({ friction }) => friction))].sort((a, b) => b - a);
  const rankOf = new Map(ranks.map((friction, rank) => [friction, rank]));
  surfaces.forEach(({ friction }, geom) => {
    views.geom_friction[3 * geom] = Math.max(0, friction);
    views.geom_priority[geom] = rankOf.get(friction)!;
  });
  if (!surfaces.some(({ restitution }) => restitution > 0)) return new Float64Array(0);
  return Float64Array.from(surfaces, ({ restitution }) => Math.min(Math.max(restitution, 0), 1));
}

/**
 * Makes fast contacts separate at their closing speed times the product of both restitutions. Runs between MuJoCo's two
 * halves of a step, when contacts are found but not yet solved. A spring of stiffness 1/dt² and depth dt v (1 + 2e)
 * turns v into −e v.
 */
export function bounce(
  { data }: MujocoModel,
  { count, doubles, ints }: ContactRows,
  restitutions: Restitutions,
  dt: number,
): void {
  const speeds = data.efc_vel;
  const depths = data.efc_pos;
  for (let i = 0; i < count; i++) {
    const row = ints[i * CONTACT_INTS + contactInt.row]!;
    if (row < 0) continue;
    const first = restitutions[ints[i * CONTACT_INTS + contactInt.geom1]!]!;
    const second = restitutions[ints[i * CONTACT_INTS + contactInt.geom2]!]!;
    const restitution = first * second;
    const speed = speeds[row]!;
    if (!(restitution * -speed > MIN_REBOUND)) continue;
    const at = i * CONTACT_DOUBLES;
    doubles[at + contactDouble.solref] = -(RIGID * RIGID) / (dt * dt);
    // Nearly zero, but negative; otherwise MuJoCo would read the two as a time and a ratio.
    doubles[at + contactDouble.solref + 1] = -1e-12;
    doubles[at + contactDouble.solimp] = RIGID;
    doubles[at + contactDouble.solimp + 1] = RIGID;
    depths[row] = dt * speed * (1 + 2 * restitution);
  }
}

/** In metres: deeper contacts push no harder, so overlapping bodies separate at 0.3 m/s instead of being shot apart. */
const DEEPEST = 0.01;

/** Limits the depths of contacts, also between the halves of a step. */
export function limitDepths({ data }: MujocoModel, { count, doubles, ints }: ContactRows): void {
  let depths: Float64Array | undefined;
  for (let i = 0; i < count; i++) {
    if (doubles[i * CONTACT_DOUBLES + contactDouble.distance]! > -DEEPEST) continue;
    const row = ints[i * CONTACT_INTS + contactInt.row]!;
    depths ??= data.efc_pos;
    if (row >= 0) depths[row] = -DEEPEST;
  }
}

/** Disables contacts that are forbidden although MuJoCo's filters could not prevent them. */
export function dropForbidden(
  { data, text }: MujocoModel,
  { count, ints }: ContactRows,
  mayTouch: (a: ShapeId, b: ShapeId) => boolean,
): void {
  const depths = data.efc_pos;
  for (let i = 0; i < count; i++) {
    const row = ints[i * CONTACT_INTS + contactInt.row]!;
    const first = text.shapes[ints[i * CONTACT_INTS + contactInt.geom1]!]!;
    const second = text.shapes[ints[i * CONTACT_INTS + contactInt.geom2]!]!;
    // A contact at a distance of kilometres exerts no force.
    if (row >= 0 && !mayTouch(first, second)) depths[row] = 1e6;
  }
}
