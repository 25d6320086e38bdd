import type { Problems } from "../../scene/problem.ts";
import { decodeUtf8 } from "../utf8.ts";
import { MAX_FILE_BYTES, ResourceError, type Resources } from "../resources.ts";
import { besideUri } from "../../scene/relative-uri.ts";
import { urdfToSdf } from "../urdf/urdf-to-sdf.ts";
import { parseXml } from "../xml-reader.ts";
import { attributeOf, childOf, childrenOf, placeOf, type XmlElement, type XmlSource } from "../xml.ts";
import { builtInModel } from "./built-in-models.ts";
import { checkSchema } from "./check-schema.ts";
import type { MissingIncludes } from "./missing-includes.ts";
import { unflatten } from "./write/unflatten.ts";
import { minorVersion, NEWEST, readVersion, type SdfVersion } from "./version.ts";

/** Largest depth of nested includes. */
const MAX_CHAIN = 64;

/** The files named by the `<include>`s of a file and of the files that it includes; each is read once. */
export interface LoadedIncludes {
  /** The file itself, converted to the current form; `undefined` if it is not SDF. */
  readonly root: XmlElement | undefined;
  readonly includes: ReadonlyMap<XmlElement, XmlElement>;
  readonly versions: ReadonlyMap<XmlSource, SdfVersion>;
}

/**
 * Checks a file's root and loads everything that it includes. Reports what could not be read. With `missing`, an
 * include in a world or model whose file cannot be read becomes an empty model, with a warning.
 */
export async function loadIncludes(
  root: XmlElement,
  resources: Resources,
  problems: Problems,
  missing?: MissingIncludes,
): Promise<LoadedIncludes> {
  const loader = new IncludeLoader(resources, problems, missing);
  const opened = await loader.open(root, [root.source.file]);
  missing?.report(problems);
  return { root: opened, includes: loader.includes, versions: loader.versions };
}

/** Resolves to the text of a file as XML; `undefined` after a problem in it, or after calling `onUnreadable`. */
export async function readXmlFile(
  path: string,
  resources: Resources,
  problems: Problems,
  onUnreadable: (reason: string) => void,
  uri?: string,
): Promise<XmlElement | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await resources.read(path, MAX_FILE_BYTES);
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    onUnreadable(error.message);
    return undefined;
  }
  const text = decodeUtf8(bytes, path, problems);
  return text === undefined ? undefined : parseXml(text, path, problems, uri);
}

/** An `<include>`, and the world, model or root that contains it. */
interface FoundInclude {
  readonly include: XmlElement;
  readonly holder: XmlElement;
}

class IncludeLoader {
  readonly includes = new Map<XmlElement, XmlElement>();
  readonly versions = new Map<XmlSource, SdfVersion>();
  /** By path; `undefined` for a file that could not be read, which is reported at its first use. */
  readonly #roots = new Map<string, XmlElement | undefined>();
  readonly #resources: Resources;
  readonly #problems: Problems;
  readonly #missing: MissingIncludes | undefined;

  constructor(resources: Resources, problems: Problems, missing: MissingIncludes | undefined) {
    this.#resources = resources;
    this.#problems = problems;
    this.#missing = missing;
  }

  async open(written: XmlElement, chain: readonly string[]): Promise<XmlElement | undefined> {
    const file = written.name === "robot" ? urdfToSdf(written, this.#problems) : written;
    if (file === undefined) return undefined;
    const version = readVersion(file, this.#problems);
    if (version === undefined) return undefined;
    this.versions.set(file.source, version);
    checkSchema(file, this.#problems);
    const root = version <= 7 ? unflatten(file) : file;
    for (const found of includesBelow(root)) await this.#load(found, chain);
    return root;
  }

  async #load(one: FoundInclude, chain: readonly string[]): Promise<void> {
    const { include } = one;
    const found = await this.#fileOf(one);
    if (found === undefined) return;
    const { path, uri } = found;
    const where = placeOf(childOf(include, "uri") ?? include);
    if (chain.includes(path)) {
      const circle = [...chain.slice(chain.indexOf(path)), path].join(" → ");
      this.#problems.error("include-cycle", `the file includes itself: ${circle}`, where);
      return;
    }
    if (chain.length >= MAX_CHAIN) {
      this.#problems.error("include-depth", `includes more than ${MAX_CHAIN} files deep`, where);
      return;
    }
    if (!this.#roots.has(path)) {
      const file = await this.#read(path, one, uri);
      // A file that could not be read has a placeholder already, which its later includes share.
      if (this.includes.has(include)) return;
      this.#roots.set(path, file === undefined ? undefined : await this.open(file, [...chain, path]));
    }
    const root = this.#roots.get(path);
    if (root !== undefined) this.includes.set(include, root);
  }

  #read(path: string, from: FoundInclude, uri: string): XmlElement | undefined | Promise<XmlElement | undefined> {
    const builtIn = builtInModel(path);
    if (builtIn !== undefined) return parseXml(builtIn, path, this.#problems);
    const onUnreadable = (reason: string): void => this.#cannot(from, "unreadable-file", reason, from.include, "");
    return readXmlFile(path, this.#resources, this.#problems, onUnreadable, uri);
  }

  /** Handles an include whose file cannot be read. At the root of a file there can be no placeholder. */
  #cannot({ include, holder }: FoundInclude, code: string, message: string, at: XmlElement, hint: string): void {
    const where = placeOf(at);
    if (this.#missing === undefined || holder.name === "sdf") {
      this.#problems.error(code, message, where, hint);
      return;
    }
    const uri = childOf(include, "uri")?.text.trim() ?? "";
    this.includes.set(include, this.#missing.add(include, holder, { uri, message, where, hint }));
  }

  /** Finds the file of an include. The path of a built-in model is its URI, which no file can have as its path. */
  async #fileOf(from: FoundInclude): Promise<{ readonly path: string; readonly uri: string } | undefined> {
    const { include } = from;
    const element = childOf(include, "uri");
    const uri = element?.text.trim() ?? "";
    if (element === undefined || uri === "") {
      this.#problems.error(
        "missing-element",
        "<include> has no <uri>",
        placeOf(include),
        "add <uri>model://name</uri>",
      );
      return undefined;
    }
    const found = await this.#resources.resolve(uri, include.source.file);
    if (found === undefined) {
      if (builtInModel(uri) !== undefined) return { path: uri, uri };
      if (this.#resources.isOutside?.(uri, include.source.file) === true) {
        const hint = "start the server with --resource-path DIR to allow what is in that folder";
        this.#problems.error("outside", `"${uri}" is outside of the resource folders`, placeOf(element), hint);
      } else this.#cannot(from, "missing-file", `cannot find "${uri}"`, element, missingHint(uri));
      return undefined;
    }
    const named = besideUri(uri, include.source.uri ?? "");
    if (found.kind === "file") return { path: found.path, uri: named };
    const file = await this.#fileOfModel(found.path, from, element);
    if (file === undefined) return undefined;
    return { path: `${withoutSlash(found.path)}/${file}`, uri: `${withoutSlash(named)}/${file}` };
  }

  /** Returns the SDF file named in a model folder's model.config: the newest that can be read. */
  async #fileOfModel(folder: string, from: FoundInclude, uri: XmlElement): Promise<string | undefined> {
    const path = `${withoutSlash(folder)}/model.config`;
    const onUnreadable = (reason: string): void => this.#cannot(from, "unreadable-file", reason, uri, "");
    const config = await readXmlFile(path, this.#resources, this.#problems, onUnreadable);
    if (config === undefined) return undefined;
    if (config.name !== "model") {
      const message = `the root of model.config is <${config.name}>, not <model>`;
      this.#problems.error("bad-include", message, placeOf(config), "put everything into <model>");
      return undefined;
    }
    const files = childrenOf(config, "sdf").filter((sdf) => sdf.text.trim() !== "");
    const rank = (sdf: XmlElement): number => {
      const version = minorVersion(attributeOf(sdf, "version") ?? "");
      return version > NEWEST ? -1 : version;
    };
    const file = files.reduce<XmlElement | undefined>(
      (best, next) => (best === undefined || rank(next) > rank(best) ? next : best),
      undefined,
    );
    if (file === undefined) {
      this.#problems.error(
        "missing-element",
        "model.config names no <sdf> file",
        placeOf(config),
        'add <sdf version="1.9">model.sdf</sdf>',
      );
      return undefined;
    }
    return file.text.trim();
  }
}

function missingHint(uri: string): string {
  if (/^https?:\/\/(fuel|app)\./.test(uri)) {
    return `it is not in Gazebo's cache, ~/.gz/fuel, and nothing is downloaded automatically; download it with: gz fuel download -u "${uri}"`;
  }
  if (/^https?:/.test(uri)) return "models are not downloaded from the network; save it beside the world";
  return "check the name; folders with models are set by --resource-path or GZ_SIM_RESOURCE_PATH";
}

function withoutSlash(folder: string): string {
  return folder.replace(/\/$/, "");
}

/** Returns the includes wherever SDF allows them: at the root, in a world, in a model at any depth. */
function includesBelow(root: XmlElement): FoundInclude[] {
  const found: FoundInclude[] = [];
  const pending = [root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    const holders: XmlElement[] = [];
    for (const child of element.children) {
      if (child.name === "include") found.push({ include: child, holder: element });
      else if (child.name === "world" || child.name === "model") holders.push(child);
    }
    for (const holder of holders.reverse()) pending.push(holder);
  }
  return found;
}
