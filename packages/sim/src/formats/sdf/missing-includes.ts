import type { Problems } from "../../scene/problem.ts";
import { besideUri } from "../../scene/relative-uri.ts";
import type { SourcePlace } from "../../scene/scene.ts";
import { makeElement } from "../xml-build.ts";
import { attributeOf, childOf, type XmlElement } from "../xml.ts";

/** Why the file of an include could not be read. */
export interface MissingFile {
  readonly uri: string;
  readonly message: string;
  readonly where: SourcePlace;
  readonly hint: string;
}

/**
 * Collects the includes whose files are missing. Each include becomes an empty static model, and each file is reported
 * once.
 */
export class MissingIncludes {
  readonly #files = new Map<string, { readonly file: MissingFile; readonly names: string[] }>();

  /** Returns a root with a placeholder in it. `holder` is the world or model that contains the include. */
  add(include: XmlElement, holder: XmlElement, file: MissingFile): XmlElement {
    const name = freeName(include, holder, file.uri, this.#namesIn(holder));
    this.#namesIn(holder).add(name);
    const known = this.#files.get(file.message);
    if (known === undefined) this.#files.set(file.message, { file, names: [name] });
    else known.names.push(name);
    const uri = besideUri(file.uri, include.source.uri ?? "");
    const children = [
      makeElement("static", include, { text: "true" }),
      makeElement(MISSING_ELEMENT, include, { text: uri }),
    ];
    const model = makeElement("model", include, { attributes: { name }, children });
    return makeElement("sdf", include, { children: [model] });
  }

  report(problems: Problems): void {
    for (const { file, names } of this.#files.values()) {
      const { message, where, hint } = file;
      problems.warn("missing-model", `${message}; ${standIns(names)}`, where, hint);
    }
  }

  readonly #placed = new WeakMap<XmlElement, Set<string>>();

  /** Returns the names of the placeholders in a world or model so far. */
  #namesIn(holder: XmlElement): Set<string> {
    const names = this.#placed.get(holder) ?? new Set();
    this.#placed.set(holder, names);
    return names;
  }
}

/** An element for the URI of the missing file. */
const MISSING_ELEMENT = "orrery:missing";

/** Returns whether a model is the placeholder of a missing one. */
export function isPlaceholder(model: XmlElement): boolean {
  return childOf(model, MISSING_ELEMENT) !== undefined;
}

/** Returns the URI of the missing file, as a field of the placeholder's scene. */
export function readMissing(model: XmlElement): { readonly missing?: string } {
  const element = childOf(model, MISSING_ELEMENT);
  return element === undefined ? {} : { missing: element.text.trim() };
}

const SHOWN = 5;

function standIns(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => `"${name}"`);
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return names.length === 1
    ? `an empty model ${shown[0]} stands in its place`
    : `empty models stand in its place: ${shown.join(", ")}${more}`;
}

/** Returns the include's own name, or one derived from its URI that is unique among its siblings. */
function freeName(include: XmlElement, holder: XmlElement, uri: string, placed: ReadonlySet<string>): string {
  const own = nameOf(include);
  if (own !== "") return own;
  const taken = new Set([...holder.children.map(nameOf), ...placed]);
  const wanted = nameFromUri(uri);
  let name = wanted;
  for (let i = 1; taken.has(name); i++) name = `${wanted}_${i}`;
  return name;
}

function nameOf(element: XmlElement): string {
  return (element.name === "include" ? childOf(element, "name")?.text : attributeOf(element, "name"))?.trim() ?? "";
}

/**
 * Derives a name from a URI: `https://fuel.gazebosim.org/1.0/OpenRobotics/models/Pine%20Tree/2` is a "Pine Tree",
 * `model://cone/model.sdf` a "cone".
 */
function nameFromUri(uri: string): string {
  const parts = uri.split(/[/\\]+/).filter((part) => part !== "" && !part.endsWith(":"));
  while (parts.length > 1 && /^(\d+|tip|model\.sdf)$/i.test(parts.at(-1)!)) parts.pop();
  const last = decoded(parts.at(-1) ?? "")
    .replace(/\.(sdf|world|urdf)$/i, "")
    .replaceAll("::", "_")
    .trim();
  return last === "" || last === "world" || last.startsWith("__") ? "missing_model" : last;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
