import { hangingChain, swingingChain } from "./chains.ts";
import { freeBody, projectile } from "./free-flight.ts";
import { holdingSlope, rolling, slidingSlope, stopping } from "./friction.ts";
import { bounces, elasticPair, flatLanding, inelasticPair } from "./impacts.ts";
import { fourBar, servoDroop, top } from "./mechanisms.ts";
import { doublePendulum, pendulum } from "./pendulums.ts";
import { balls, heavyOnLight, stackOfTen } from "./piles.ts";
import type { AccuracyScene } from "./scene.ts";

/** All scenes, in the order of the table. */
export const scenes: readonly AccuracyScene[] = [
  projectile,
  freeBody,
  top,
  pendulum,
  doublePendulum,
  fourBar,
  servoDroop,
  swingingChain,
  hangingChain,
  holdingSlope,
  slidingSlope,
  stopping,
  rolling,
  ...bounces,
  flatLanding,
  elasticPair,
  inelasticPair,
  stackOfTen,
  heavyOnLight,
  balls,
];
