import { number, record, share, vectorOf, type NumberRule, type RecordRule } from "../ecs/value-rule.ts";
import { BOUNDS, type Bounded } from "../base/value-bounds.ts";

/** Returns a number within what physics can work with. */
export function bounded(what: Bounded): NumberRule {
  return number({ within: BOUNDS[what] });
}

export function boundedVector(what: Bounded): RecordRule {
  return vectorOf(bounded(what));
}

const place = bounded("position");
const turn = number();

export const pose = record({ x: place, y: place, z: place, qx: turn, qy: turn, qz: turn, qw: turn }, { form: "pose" });

/** Brighter than white is possible, as in files. */
const brightness = number({ least: 0, most: 1000 });
export const color = record({ r: brightness, g: brightness, b: brightness, a: share });

/** At least zero, or without a limit. */
export const open = number({ least: 0, infinite: true });
