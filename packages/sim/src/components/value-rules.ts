import { number, record, share, vectorOf, type NumberRule, type RecordRule } from "../ecs/value-rule.ts";
import { BOUNDS, type Bounded } from "../base/value-bounds.ts";

/** Returns the rule for a number within the range that physics can compute with. */
export function bounded(what: Bounded): NumberRule {
  return number({ within: BOUNDS[what] });
}

export function boundedVector(what: Bounded): RecordRule {
  return vectorOf(bounded(what));
}

const place = bounded("position");
const turn = number();

export const pose = record({ x: place, y: place, z: place, qx: turn, qy: turn, qz: turn, qw: turn }, { form: "pose" });

/** As in files, a light may be brighter than white. */
const brightness = number({ least: 0, most: 1000 });
export const color = record({ r: brightness, g: brightness, b: brightness, a: share });

/** At least zero, or without a limit. */
export const open = number({ least: 0, infinite: true });
