import { placeOf, childOf, type XmlElement } from "../xml.ts";
import type { PluginScene } from "../../scene/scene.ts";
import { versionOf, type SdfContext } from "./context.ts";
import { applyParams } from "./include-params.ts";
import { isPlaceholder } from "./missing-includes.ts";
import { checkName } from "./names.ts";
import { readPose, type RawPose } from "./poses.ts";
import { readPlugins } from "./read/read-plugin.ts";
import { readBool, readBoolAttribute, readText } from "./values.ts";

/** The single thing that an included file contains, and the overrides of the include. */
export interface Included {
  readonly element: XmlElement;
  readonly overrides: Overrides;
  /** Whether its parts are added to the including model or world, instead of becoming a model of their own. */
  readonly merge: boolean;
  /** Whether its file could not be found, so that the element is an empty model. */
  readonly missing: boolean;
}

export interface Overrides {
  readonly name: string | undefined;
  readonly pose: RawPose | undefined;
  readonly static: boolean | undefined;
  readonly placementFrame: string | undefined;
  readonly plugins: readonly PluginScene[];
}

const ENTITIES = ["model", "light", "actor"];

/** Opens an include; returns `undefined` after a problem. */
export function openInclude(include: XmlElement, context: SdfContext): Included | undefined {
  const { problems } = context;
  const root = context.includes.get(include);
  if (root === undefined) return undefined;
  const where = placeOf(childOf(include, "uri") ?? include);
  const found = root.children.filter((child) => ENTITIES.includes(child.name));
  const [element] = found;
  if (element === undefined) {
    const hint = root.children.some((child) => child.name === "world") ? "a world cannot be included" : "";
    problems.error("bad-include", `${root.source.file} holds no model, light or actor`, where, hint);
    return undefined;
  }
  if (found.length > 1) {
    const message = `${root.source.file} holds ${found.length} models, lights or actors; an include takes one`;
    problems.error("bad-include", message, where, "put each into a file of its own");
    return undefined;
  }
  if (!spend(element, context)) {
    problems.error(
      "too-large",
      "the includes bring in too much",
      where,
      "files that include each other many times grow fast",
    );
    return undefined;
  }
  if (isPlaceholder(element)) {
    // Nothing in it can be merged, moved or driven; only its pose is known.
    const { name, pose } = readOverrides(include, context);
    const overrides = { name, pose, static: undefined, placementFrame: undefined, plugins: [] };
    return { element, overrides, merge: readBoolAttribute(include, "merge", false), missing: true };
  }
  const params = childOf(include, "experimental:params");
  const merge = readBoolAttribute(include, "merge", false);
  if (merge && element.name !== "model") {
    problems.error("bad-include", `a ${element.name} cannot be merged`, where, 'remove merge="true"');
    return undefined;
  }
  const changed = params === undefined ? element : applyParams(element, params, problems);
  return { element: changed, overrides: readOverrides(include, context), merge, missing: false };
}

function readOverrides(include: XmlElement, context: SdfContext): Overrides {
  const { problems } = context;
  const has = (name: string): boolean => childOf(include, name) !== undefined;
  const name = readText(include, "name", "");
  if (name !== "") checkName(name, "model", placeOf(childOf(include, "name")!), versionOf(include, context), problems);
  if (has("placement_frame") && !has("pose")) {
    const where = placeOf(childOf(include, "placement_frame")!);
    problems.error("missing-element", "<placement_frame> without <pose>", where, "add the pose of that frame");
  }
  return {
    name: name === "" ? undefined : name,
    pose: has("pose") ? readPose(include, context) : undefined,
    static: has("static") ? readBool(include, "static", false) : undefined,
    placementFrame: has("placement_frame") ? readText(include, "placement_frame", "") : undefined,
    plugins: readPlugins(include),
  };
}

/** Counts the elements that an include adds. Returns false if there are too many. */
function spend(element: XmlElement, { budget }: SdfContext): boolean {
  const pending = [element];
  for (let next = pending.pop(); next !== undefined && budget.elements > 0; next = pending.pop()) {
    budget.elements--;
    for (const child of next.children) pending.push(child);
  }
  return budget.elements > 0;
}
