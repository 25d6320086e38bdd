import type { Component } from "../ecs/component.ts";
import { unitAt } from "../ecs/facts.ts";

/** Whether a joint turns or slides, on which the units of its numbers depend. */
export type JointMotion = "turns" | "slides";

/**
 * Returns the unit of a number, empty if it has none or none is declared. `path` has the names of fields from the
 * outermost on, without indexes in lists: `attenuation.range`.
 */
export function unitOf({ facts }: Component, path: string, motion: JointMotion = "turns"): string {
  const unit = unitAt(facts, path);
  if (unit === undefined) return path.endsWith("Ns") ? "ns" : path.endsWith("Ms") ? "ms" : "";
  return motion === "slides" ? unit.replace("N·m", "N").replace("rad", "m") : unit;
}
