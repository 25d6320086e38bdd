import type { Component, ValueRule } from "@orrery/sim";
import { Geometry } from "@orrery/sim/components";

/**
 * Returns the options for a text with a fixed set of values; `undefined` when it can be anything. A value outside the
 * set, such as the type of a mesh, which needs a file, is listed while it is the current one. `path` has no list
 * indexes.
 */
export function choicesOf(component: Component, path: string, current: string): readonly string[] | undefined {
  const isShape = component.name === Geometry.name && path === "type";
  const known = isShape ? SHAPES : textsAt(component.facts.edit?.value, path === "" ? [] : path.split("."));
  if (known === undefined || known.includes(current)) return known;
  return [current, ...known];
}

/** Shapes that need only sizes. */
const SHAPES: readonly string[] = ["box", "sphere", "cylinder", "capsule", "cone", "ellipsoid", "plane"];

function textsAt(rule: ValueRule | undefined, path: readonly string[]): readonly string[] | undefined {
  const [field, ...rest] = path;
  switch (rule?.kind) {
    case "choice":
      return rule.of.filter((each) => typeof each === "string");
    case "record":
      return field === undefined ? undefined : textsAt(rule.fields[field] ?? rule.optional?.[field], rest);
    case "list":
      return textsAt(rule.each, path);
    case "maybe":
      return textsAt(rule.rule, path);
    default:
      return undefined;
  }
}
