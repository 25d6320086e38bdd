import { assertNever } from "../../base/assert-never.ts";
import { Problems } from "../../scene/problem.ts";
import { makeElement, withChildren } from "../xml-build.ts";
import { attributeOf, hasPrefix, placeOf, type XmlElement } from "../xml.ts";
import { checkSchema } from "./check-schema.ts";
import { ruleOf } from "./schema/schema.ts";

/**
 * Returns the included model after the changes in `<experimental:params>` of its include. Each child of that element
 * names an element by its path of names (`chassis::camera`); it or its children say what to do with it (add, modify,
 * remove, replace).
 */
export function applyParams(model: XmlElement, params: XmlElement, problems: Problems): XmlElement {
  const found = new Problems();
  const changed = params.children.reduce((before, change) => applyChange(before, change, found), model);
  // Only what the changes added comes from the file of the include; the rest was checked with its own file.
  const checked = new Problems();
  checkSchema(changed, checked);
  const own = checked.list.filter(({ where, severity }) => severity === "error" && where?.file === params.source.file);
  for (const { code, message, where, hint } of [...found.list, ...own]) problems.error(code, message, where, hint);
  return changed;
}

type Action = "add" | "modify" | "remove" | "replace";
const ACTIONS: readonly string[] = ["add", "modify", "remove", "replace"] satisfies Action[];

function applyChange(model: XmlElement, change: XmlElement, problems: Problems): XmlElement {
  const id = attributeOf(change, "element_id");
  const refuse = (message: string, hint = ""): XmlElement => {
    problems.error("bad-params", message, placeOf(change), hint);
    return model;
  };
  if (id === undefined) return refuse(`<${change.name}> has no element_id`, 'write element_id="link::visual"');
  if (id.endsWith("::")) return refuse(`element_id "${id}" ends in "::"`, "a name is missing");
  const action = actionOf(change);
  if (action !== undefined && !ACTIONS.includes(action))
    return refuse(`unknown action "${action}"`, ACTIONS.join(", "));
  const path = pathTo(model, action === "add" ? undefined : change.name, id);
  if (path === undefined) return refuse(`there is no <${change.name}> "${id}" in the included model`);
  if (action !== undefined) return changeAt(model, path, change, action as Action, problems);
  return change.children.reduce((before, child) => {
    const own = actionOf(child);
    if (own === undefined || !ACTIONS.includes(own)) {
      const message = own === undefined ? `<${child.name}> has no action` : `unknown action "${own}"`;
      problems.error("bad-params", message, placeOf(child), ACTIONS.join(", "));
      return before;
    }
    const below = own === "add" ? path : pathToChild(before, path, child);
    if (below !== undefined) return changeAt(before, below, child, own as Action, problems);
    problems.error("bad-params", `there is no such <${child.name}> to ${own}`, placeOf(child));
    return before;
  }, model);
}

function actionOf(change: XmlElement): string | undefined {
  return attributeOf(change, "action")?.trim();
}

/** Indices of children, starting from the model. */
type Path = readonly number[];

/** Returns the path to an element by its names, and of one kind if `kind` is given. */
function pathTo(from: XmlElement, kind: string | undefined, id: string): Path | undefined {
  if (id === "") return kind === undefined ? [] : undefined;
  for (const [i, child] of from.children.entries()) {
    const name = attributeOf(child, "name");
    if (name === undefined) continue;
    if (name === id && (kind === undefined || child.name === kind)) return [i];
    const rest = id.startsWith(`${name}::`) ? pathTo(child, kind, id.slice(name.length + 2)) : undefined;
    if (rest !== undefined) return [i, ...rest];
  }
  return undefined;
}

function pathToChild(model: XmlElement, path: Path, like: XmlElement): Path | undefined {
  const at = indexLike(elementAt(model, path), like);
  return at < 0 ? undefined : [...path, at];
}

/** Returns the index of the first child of the same kind, and of the same name if it has one. */
function indexLike(parent: XmlElement, like: XmlElement): number {
  const name = attributeOf(like, "name");
  return parent.children.findIndex(
    (child) => child.name === like.name && (name === undefined || attributeOf(child, "name") === name),
  );
}

function elementAt(model: XmlElement, path: Path): XmlElement {
  return path.reduce((at, i) => at.children[i]!, model);
}

/** Returns the model with the element at `path` replaced; `undefined` removes it. */
function withElementAt(model: XmlElement, path: Path, element: XmlElement | undefined): XmlElement {
  const [first, ...rest] = path;
  if (first === undefined) return element ?? model;
  const inner = rest.length === 0 ? element : withElementAt(model.children[first]!, rest, element);
  return withChildren(
    model,
    model.children.flatMap((child, i) => (i !== first ? [child] : inner === undefined ? [] : [inner])),
  );
}

function changeAt(model: XmlElement, path: Path, change: XmlElement, action: Action, problems: Problems): XmlElement {
  const target = elementAt(model, path);
  const refuse = (message: string, hint = ""): XmlElement => {
    problems.error("bad-params", message, placeOf(change), hint);
    return model;
  };
  switch (action) {
    case "add": {
      const isKnown = ruleOf(target.name, "", undefined)?.children.has(change.name) === true || hasPrefix(change.name);
      if (!isKnown) return refuse(`<${target.name}> cannot contain <${change.name}>`);
      const isTop = attributeOf(change, "element_id") !== undefined;
      const name = attributeOf(change, "name") ?? "";
      if (isTop && name === "") return refuse(`<${change.name}> needs a name to be added`);
      const exists = name !== "" && change.name !== "plugin" && indexLike(target, change) >= 0;
      if (exists) return refuse(`there is a <${change.name}> "${name}" already`, 'use action="replace"');
      return withElementAt(model, path, withChildren(target, [...target.children, withoutParams(change)]));
    }
    case "remove": {
      if (change.children.length === 0) return withElementAt(model, path, undefined);
      return change.children.reduce((before, child) => {
        const below = pathToChild(before, path, child);
        if (below !== undefined) return withElementAt(before, below, undefined);
        problems.error("bad-params", `there is no such <${child.name}> to remove`, placeOf(child));
        return before;
      }, model);
    }
    case "replace": {
      const isNamed = attributeOf(target, "name") !== undefined;
      if (isNamed && (attributeOf(change, "name") ?? "") === "") return refuse(`the new <${change.name}> needs a name`);
      return withElementAt(model, path, withoutParams(change));
    }
    case "modify":
      return withElementAt(model, path, modified(target, change, problems));
    default:
      return assertNever(action);
  }
}

/** Returns the element with the attributes and values of `change`; an empty value restores the default. */
function modified(target: XmlElement, change: XmlElement, problems: Problems): XmlElement {
  let changed = target;
  for (const attribute of change.attributes) {
    if (attribute.name === "action" || attribute.name === "element_id") continue;
    const known = ruleOf(target.name, "", undefined)?.attributes;
    if (known !== undefined && !known.has(attribute.name) && !hasPrefix(attribute.name)) {
      const message = `<${target.name}> has an unknown attribute "${attribute.name}"`;
      problems.error("bad-params", message, placeOf(change));
      continue;
    }
    const others = changed.attributes.filter(({ name }) => name !== attribute.name);
    changed = { ...changed, attributes: [...others, attribute] };
  }
  if (change.children.length === 0) {
    const text = change.text.trim();
    if (text === "" && changed.children.length > 0) return changed;
    return { ...makeElement(target.name, change, { text }), attributes: changed.attributes };
  }
  for (const child of change.children) {
    const named = indexLike(changed, child);
    // If it is the only one of its kind, it is the one to change, and is renamed.
    const alike = changed.children.filter(({ name }) => name === child.name);
    const at = named < 0 && alike.length === 1 ? changed.children.indexOf(alike[0]!) : named;
    if (at < 0) {
      problems.error("bad-params", `<${target.name}> has no such <${child.name}> to modify`, placeOf(child));
      continue;
    }
    const before = changed.children[at]!;
    const isReset = isBare(child) && before.children.length === 0;
    changed = withElementAt(changed, [at], isReset ? undefined : modified(before, child, problems));
  }
  return changed;
}

function isBare({ attributes, children, text }: XmlElement): boolean {
  return attributes.length === 0 && children.length === 0 && text.trim() === "";
}

function withoutParams(change: XmlElement): XmlElement {
  const attributes = change.attributes.filter(({ name }) => name !== "action" && name !== "element_id");
  return { ...change, attributes };
}
