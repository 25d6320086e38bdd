import type { PluginScene } from "../../scene/scene.ts";
import { attributeOf, placeOf, type XmlElement } from "../xml.ts";
import type { SdfContext } from "./context.ts";
import { openInclude, type Overrides } from "./included.ts";
import { readPlugins } from "./read/read-plugin.ts";

/** An element, and the frame that its pose is relative to by default. */
export interface Part {
  readonly element: XmlElement;
  /** `__model__` or `world`; for merged parts, the frame that replaces their model. */
  readonly modelFrame: string;
  readonly overrides: Overrides | undefined;
}

/** The parts of a model or world in the order of the file, with includes opened and merged. */
export interface Parts {
  readonly models: Part[];
  readonly links: Part[];
  readonly joints: Part[];
  readonly frames: Part[];
  readonly lights: Part[];
  readonly actors: Part[];
  readonly plugins: PluginScene[];
  /** The merged models, by the frame that replaces each. */
  readonly merged: Map<string, Part>;
  /** Whether a model to be merged is missing; it might have contained any name. */
  isIncomplete: boolean;
}

export function gatherParts(owner: XmlElement, root: "__model__" | "world", context: SdfContext): Parts {
  const parts: Parts = {
    models: [],
    links: [],
    joints: [],
    frames: [],
    lights: [],
    actors: [],
    plugins: [],
    merged: new Map(),
    isIncomplete: false,
  };
  gatherInto(parts, owner, root, context);
  return parts;
}

function gatherInto(parts: Parts, owner: XmlElement, modelFrame: string, context: SdfContext): void {
  for (const element of owner.children) {
    if (element.name === "include") addIncluded(parts, element, modelFrame, context);
    else add(parts, { element, modelFrame, overrides: undefined }, context);
  }
  for (const plugin of readPlugins(owner)) parts.plugins.push(plugin);
}

function add(parts: Parts, part: Part, { problems }: SdfContext): void {
  switch (part.element.name) {
    case "model":
      parts.models.push(part);
      break;
    case "link":
      parts.links.push(part);
      break;
    case "joint":
      parts.joints.push(part);
      break;
    case "frame":
      parts.frames.push(part);
      break;
    case "light":
      parts.lights.push(part);
      break;
    case "actor":
      parts.actors.push(part);
      break;
    case "population": {
      const message = `<${part.element.name}> is not simulated`;
      problems.warn("unsupported-element", message, placeOf(part.element), "it is left out");
      break;
    }
  }
}

function addIncluded(parts: Parts, include: XmlElement, modelFrame: string, context: SdfContext): void {
  const included = openInclude(include, context);
  if (included === undefined) return;
  const { element, overrides, merge, missing } = included;
  const part: Part = { element, modelFrame, overrides };
  if (missing && merge) parts.isIncomplete = true;
  if (!merge || missing) return add(parts, part, context);
  const name = `_merged__${overrides.name ?? attributeOf(element, "name") ?? ""}__model__`;
  const standIn = parts.merged.has(name) ? `${name}${parts.merged.size}` : name;
  parts.merged.set(standIn, part);
  for (const plugin of overrides.plugins) parts.plugins.push(plugin);
  gatherInto(parts, element, standIn, context);
}
