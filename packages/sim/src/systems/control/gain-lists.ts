import { numberListParam, type Param } from "../../runner/systems/params.ts";
import type { PidGains } from "./pid.ts";

type Quantity = "position" | "velocity";
type Key<Q extends Quantity> = `${Q}_${keyof PidGains}`;

/**
 * Returns the parameters of one PID for each of several joints: every element once per joint, in the order of the
 * joints.
 */
export function gainParams<const Q extends Quantity>(quantity: Q): Record<Key<Q>, Param<readonly number[]>> {
  const specs = gains.map(({ gain, element }) => [
    `${quantity}_${gain}`,
    numberListParam(`${quantity}_${element}`, "one per joint, in the order of the joints"),
  ]);
  return Object.fromEntries(specs) as Record<Key<Q>, Param<readonly number[]>>;
}

/** Returns the gains of one joint. Missing gains are zero, and missing limits do not apply. */
export function gainsOf<Q extends Quantity>(
  lists: Readonly<Record<Key<Q>, readonly number[]>>,
  quantity: Q,
  joint: number,
): PidGains {
  const values = gains.map(({ gain, absent }) => [gain, lists[`${quantity}_${gain}`][joint] ?? absent]);
  return Object.fromEntries(values) as Record<keyof PidGains, number>;
}

/** An upper limit below the lower one means that there is no limit. */
const gains: readonly { readonly gain: keyof PidGains; readonly element: string; readonly absent: number }[] = [
  { gain: "p", element: "p_gain", absent: 0 },
  { gain: "i", element: "i_gain", absent: 0 },
  { gain: "d", element: "d_gain", absent: 0 },
  { gain: "iMin", element: "i_min", absent: 0 },
  { gain: "iMax", element: "i_max", absent: -1 },
  { gain: "cmdMin", element: "cmd_min", absent: 0 },
  { gain: "cmdMax", element: "cmd_max", absent: -1 },
  { gain: "cmdOffset", element: "cmd_offset", absent: 0 },
];
