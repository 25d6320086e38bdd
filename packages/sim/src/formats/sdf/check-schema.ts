import type { Problems } from "../../scene/problem.ts";
import type { SourcePlace } from "../../scene/scene.ts";
import { attributeOf, hasPrefix, placeOf, placeOfAttribute, type XmlElement } from "../xml.ts";
import { didYouMean } from "./names.ts";
import { ruleOf, type ElementRule, type ValueRule } from "./schema/schema.ts";
import { leadingNumber } from "./schema/leading-number.ts";
import { ignoredRest, shorten, valueProblem } from "./schema/value-syntax.ts";

/**
 * Checks a file against SDF of all versions from 1.4. Invalid values and missing attributes are errors, whichever code
 * reads them later. Unknown names are mostly misspelt and would otherwise be ignored silently, so they are warnings.
 * Elements with a prefix (`gz:policies`) belong to other programs and are not checked.
 */
export function checkSchema(root: XmlElement, problems: Problems): void {
  const pending: { element: XmlElement; parent: string; value?: ValueRule }[] = [{ element: root, parent: "" }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { element, parent, value } = next;
    const rule = ruleOf(element.name, parent, value);
    if (rule === undefined) continue;
    checkAttributes(element, rule, problems);
    if (UNSEEN.has(element.name)) continue;
    // Pushed from last to first, so that problems come in the order of the file.
    for (let at = element.children.length - 1; at >= 0; at--) {
      const child = element.children[at]!;
      const known = rule.children.get(child.name);
      if (known !== undefined) pending.push({ element: child, parent: element.name, value: known });
    }
    checkChildren(element, rule, problems);
  }
}

/** Their contents belong to a system, or record a run, and are not read. */
const UNSEEN: ReadonlySet<string> = new Set(["plugin", "state"]);

function checkChildren(element: XmlElement, rule: ElementRule, problems: Problems): void {
  for (const child of element.children) {
    const value = rule.children.get(child.name);
    if (value !== undefined) {
      if (isSound(child.text, value)) continue;
      reportValue(`<${child.name}> of <${element.name}>`, child.text, value, placeOf(child), problems);
    } else if (!hasPrefix(child.name)) {
      const message = `<${element.name}> cannot contain <${child.name}>; it is ignored`;
      problems.warn("unknown-element", message, placeOf(child), didYouMean(child.name, rule.children.keys()));
    }
  }
}

function checkAttributes(element: XmlElement, rule: ElementRule, problems: Problems): void {
  for (const { name, value } of element.attributes) {
    const known = rule.attributes.get(name);
    if (known !== undefined) {
      if (isSound(value, known)) continue;
      reportValue(`${name} of <${element.name}>`, value, known, placeOfAttribute(element, name), problems);
    } else if (!hasPrefix(name) && name !== "xmlns") {
      const message = `<${element.name}> has an unknown attribute "${name}"; it is ignored`;
      problems.warn(
        "unknown-attribute",
        message,
        placeOfAttribute(element, name),
        didYouMean(name, rule.attributes.keys()),
      );
    }
  }
  for (const name of rule.required) {
    if (attributeOf(element, name) !== undefined) continue;
    const message = `<${element.name}> has no ${name}`;
    problems.error("missing-attribute", message, placeOf(element), `write <${element.name} ${name}="…">`);
  }
}

function isSound(text: string, rule: ValueRule): boolean {
  return valueProblem(text, rule) === "" && ignoredRest(text, rule.type) === "";
}

function reportValue(what: string, text: string, rule: ValueRule, where: SourcePlace, problems: Problems): void {
  const wrong = valueProblem(text, rule);
  if (wrong !== "") return problems.error("bad-value", `${what}: ${wrong}`, where, exampleOf(rule));
  const rest = ignoredRest(text, rule.type);
  const message = `${what}: "${shorten(rest)}" is read as ${leadingNumber(rest)}`;
  problems.warn("bad-value", message, where, () => restHint(rest));
}

function restHint(text: string): string {
  return /^[+-]?\d+,\d+$/.test(text) ? `write ${text.replace(",", ".")}` : "the text after the number is ignored";
}

function exampleOf({ type, least, most, words }: ValueRule): string {
  if (words.length > 0) return `one of ${words.join(", ")}`;
  switch (type) {
    case "double":
    case "int":
    case "uint":
      return least === -Infinity
        ? "a number, as in 5"
        : `a number from ${least}${most === Infinity ? "" : ` to ${most}`}`;
    case "vec2":
      return "as in 1 2";
    case "vec3":
      return "as in 1 2 3";
    case "color":
      return "red green blue alpha, each from 0 to 1";
    case "bool":
      return "true or false";
    default:
      return "";
  }
}
