import type { PhysicsScene } from "../../../scene/scene.ts";
import { stepSizeProblem } from "../../../scene/step-size.ts";
import { attributeOf, childOrEmpty, childrenOf, placeOf, placeOfAttribute, type XmlElement } from "../../xml.ts";
import { versionOf, type SdfContext } from "../context.ts";
import { checkName } from "../names.ts";
import { readBoolAttribute, readNumber } from "../values.ts";

/** Returns the `<physics>` profile that applies: the one marked as default, else the first. */
export function chosenPhysics(world: XmlElement): XmlElement | undefined {
  const profiles = childrenOf(world, "physics");
  return profiles.find((profile) => readBoolAttribute(profile, "default", false)) ?? profiles[0];
}

export function readPhysics(world: XmlElement, context: SdfContext): PhysicsScene {
  const { problems } = context;
  const profiles = childrenOf(world, "physics");
  const names = new Set<string>();
  for (const profile of profiles) {
    const name = nameOf(profile);
    if (names.has(name))
      problems.error("duplicate-name", `two <physics> are called "${name}"`, placeOf(profile), "names must differ");
    names.add(name);
    checkName(name, "physics", placeOfAttribute(profile, "name"), versionOf(world, context), problems);
  }
  const element = chosenPhysics(world) ?? childOrEmpty(world, "physics");
  const factor = readNumber(element, "real_time_factor", { fallback: 1 }, problems);
  if (factor < 0) {
    const message = `<real_time_factor> ${factor} is below zero`;
    problems.warn("bad-value", message, placeOf(element), "it is read as 0: as fast as possible");
  }
  const maxStepSize = readNumber(element, "max_step_size", { fallback: 0.001 }, problems);
  const wrong = stepSizeProblem(maxStepSize);
  if (wrong !== undefined) problems.error("bad-value", `<max_step_size>: ${wrong}`, placeOf(element));
  return {
    name: nameOf(element),
    type: attributeOf(element, "type")?.trim() ?? "ode",
    maxStepSize,
    realTimeFactor: Math.max(0, factor),
    realTimeUpdateRate: readNumber(element, "real_time_update_rate", { fallback: 1000, least: 0 }, problems),
  };
}

function nameOf(physics: XmlElement): string {
  return attributeOf(physics, "name")?.trim() || "default_physics";
}
