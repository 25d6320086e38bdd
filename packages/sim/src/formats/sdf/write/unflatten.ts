import { attributeOf, childOf, type XmlElement } from "../../xml.ts";

/** Largest number of nested models in a name, and of nested elements to visit: both far beyond real files. */
const MAX_DEPTH = 50;

/**
 * Nests the models of a file. Up to SDF 1.7 tools wrote nested models flat: all parts in the outer model, as
 * `inner::link`, and a frame `inner::__model__` for the inner model. Returns the file in today's form; most files are
 * unchanged.
 */
export function unflatten(root: XmlElement): XmlElement {
  // Models at the root of a file stay flat, as in the reference: files that include them use their flat names.
  return withChildren(root, (child) =>
    child.name === "world" ? withChildren(child, (model) => unflattenModel(model, 0)) : child,
  );
}

function unflattenModel(model: XmlElement, depth: number): XmlElement {
  if (model.name !== "model" || depth >= MAX_DEPTH) return model;
  const inner = new Map<string, XmlElement[]>();
  for (const child of model.children) {
    const name = nameOf(child);
    if (child.name === "frame" && name.endsWith("::__model__")) {
      const prefix = name.slice(0, name.indexOf("::"));
      if (name === `${prefix}::__model__`) inner.set(prefix, []);
    }
  }
  if (inner.size === 0) return model;
  const children: XmlElement[] = [];
  for (const child of model.children) {
    const prefix = nameOf(child).split("::", 1)[0]!;
    const parts = nameOf(child).startsWith(`${prefix}::`) ? inner.get(prefix) : undefined;
    if (parts === undefined) children.push(child);
    else if (nameOf(child) === `${prefix}::__model__`) children.push(nestedModel(child, prefix, parts));
    else parts.push(withoutPrefix(child, `${prefix}::`, 0));
  }
  // The nested models were created without parts; their arrays are filled later.
  return { ...model, children: children.map((child) => unflattenModel(child, depth + 1)) };
}

/**
 * Makes a model from the frame `inner::__model__`, with the frame's pose and, as its canonical link, the link that the
 * frame is attached to.
 */
function nestedModel(frame: XmlElement, name: string, parts: XmlElement[]): XmlElement {
  const { line, column } = frame;
  const attributes = [{ name: "name", value: name, line, column }];
  const link = attributeOf(frame, "attached_to") ?? "";
  if (link.startsWith(`${name}::`)) {
    attributes.push({ name: "canonical_link", value: link.slice(name.length + 2), line, column });
  }
  const pose = childOf(frame, "pose");
  if (pose !== undefined) parts.unshift(pose);
  return { ...frame, name: "model", attributes, children: parts };
}

const REFERENCES: ReadonlySet<string> = new Set(["name", "attached_to", "relative_to", "expressed_in"]);

/** Returns an element as it would be written inside the model whose name was the prefix. */
function withoutPrefix(element: XmlElement, prefix: string, depth: number): XmlElement {
  if (element.name === "plugin" || depth > MAX_DEPTH) return element;
  const strip = (text: string): string => (text.startsWith(prefix) ? text.slice(prefix.length) : text);
  const isReference = element.name === "parent" || element.name === "child";
  return {
    ...element,
    text: isReference ? strip(element.text.trim()) : element.text,
    attributes: element.attributes.map((attribute) =>
      REFERENCES.has(attribute.name) ? { ...attribute, value: strip(attribute.value) } : attribute,
    ),
    children: element.children.map((child) => withoutPrefix(child, prefix, depth + 1)),
  };
}

function withChildren(element: XmlElement, change: (child: XmlElement) => XmlElement): XmlElement {
  const children = element.children.map(change);
  return children.every((child, i) => child === element.children[i]) ? element : { ...element, children };
}

function nameOf(element: XmlElement): string {
  return attributeOf(element, "name") ?? "";
}
