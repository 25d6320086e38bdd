import type { Component, ValueRule } from "@orrery/sim";
import { Geometry } from "@orrery/sim/components";

/**
 * Returns the options for a text with a fixed set of values; `undefined` when it can be anything. A value outside the
 * set, such as the type of a mesh, which needs a file, is listed while it is the current one. `path` has no list
 * indexes.
 */
export function choicesOf(component: Component, path: string, current: string): readonly string[] | undefined {
  const rule = component.facts.edit?.value;
  const isShape = component.name === Geometry.name && path === "type";
  const known = isShape ? sizedForms(rule) : textsAt(rule, path === "" ? [] : path.split("."));
  if (known === undefined || known.includes(current)) return known;
  return [current, ...known];
}

/** Returns the forms of a record that need only numbers, at least one. */
function sizedForms(rule: ValueRule | undefined): readonly string[] | undefined {
  if (rule?.kind !== "variants") return undefined;
  const isSized = (form: ValueRule): boolean => {
    const fields = form.kind === "record" ? Object.entries(form.fields).filter(([field]) => field !== rule.by) : [];
    return fields.length > 0 && fields.every(([, field]) => isOfNumbers(field));
  };
  return Object.keys(rule.forms).filter((form) => isSized(rule.forms[form]!));
}

function isOfNumbers(rule: ValueRule): boolean {
  return rule.kind === "number" || (rule.kind === "record" && Object.values(rule.fields).every(isOfNumbers));
}

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
