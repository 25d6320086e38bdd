import type { Component } from "../ecs/component.ts";
import { unitAt } from "../ecs/facts.ts";

/** Whether a joint turns or slides, which the units of its numbers depend on. */
export type JointMotion = "turns" | "slides";

/**
 * Returns the unit of a number, empty where it has none or nobody said. `path` names its fields from the outside, without places in
 * lists: `attenuation.range`.
 */
export function unitOf({ facts }: Component, path: string, motion: JointMotion = "turns"): string {
  const unit = unitAt(facts, path);
  if (unit === undefined) return path.endsWith("Ns") ? "ns" : path.endsWith("Ms") ? "ms" : "";
  return motion === "slides" ? unit.replace("N·m", "N").replace("rad", "m") : unit;
}
