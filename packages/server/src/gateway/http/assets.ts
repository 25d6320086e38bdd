import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { basename, dirname, extname, join } from "node:path";
import { besideUri, folderOfUri, MAX_FILE_BYTES } from "@orrery/sim/front";
import { FileResources } from "../../files/files.ts";
import { contentType, PAGE_HEADERS, sendPath } from "../../files/static-files.ts";
import { GivenAssets, straight, type GivenRoom } from "./given-assets.ts";
import { queryOf, sendText } from "./http-answer.ts";

export interface AssetsOptions {
  /** The world's own file, to which relative names refer. */
  readonly world: string;
  readonly folders: readonly string[];
  /** Returns a file that a log contains, by its address. */
  readonly packed?: (uri: string) => Uint8Array | undefined;
}

export interface GivenOptions {
  /** The room for files given by clients, shared by all worlds. */
  readonly room: GivenRoom;
  /** Called when a client has given a file that was missing. */
  readonly onGiven: (uri: string) => void;
}

/**
 * Serves meshes and pictures of one world, by the names that its components have: `/assets?world=…&uri=…&from=…`. Also
 * serves models, so that a page can show one before it is in the world. Serves only files in the resource folders, and
 * only of kinds that scenes are drawn with, because a world's folder may also contain private files. Clients with the
 * right to edit may give missing files.
 */
export class Assets implements Disposable {
  readonly #options: AssetsOptions;
  readonly #resources: FileResources;
  readonly #given: GivenAssets;

  constructor(options: AssetsOptions & GivenOptions) {
    this.#options = options;
    this.#given = new GivenAssets(options.room, options.onGiven);
    this.#resources = new FileResources({ folders: options.folders, near: options.world, confined: true });
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = queryOf(request);
    const uri = query.get("uri") ?? "";
    if (uri === "") return sendText(response, 400, "say which file: /assets?uri=model://box/meshes/box.dae");
    const from = query.get("from") ?? "";
    const file = await this.#fileOf(uri, from);
    const given = file === undefined ? this.#without(besideUri(uri, from)) : undefined;
    if (given !== undefined) return sendBytes(besideUri(uri, from), given, response);
    if (file === undefined) return sendText(response, 404, `there is no "${uri}" in the resource folders`);
    if (!ASSET_KINDS.has(extname(file).toLowerCase()) && !(await isOfModel(file)))
      return sendText(response, 403, `"${uri}" is neither a mesh nor a picture nor a model`);
    const stats = await stat(file);
    if (stats.size > MAX_FILE_BYTES)
      return sendText(response, 413, `"${uri}" has more than ${MAX_FILE_BYTES / 2 ** 20} MB`);
    await sendPath({ file, stats, cache: "no-cache" }, request, response);
  }

  /** Returns a file that is in no folder here: given by a client, or in the log that is played. */
  #without(uri: string): Uint8Array | undefined {
    const given = this.#given.of(uri);
    if (given !== undefined || !ASSET_KINDS.has(extname(uri).toLowerCase())) return given;
    return this.#options.packed?.(straight(uri));
  }

  /** Accepts a missing file. An existing file cannot be replaced this way. */
  async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = queryOf(request);
    const uri = besideUri(query.get("uri") ?? "", query.get("from") ?? "");
    if (!ASSET_KINDS.has(extname(uri).toLowerCase()) || uri.length > LONGEST_URI)
      return sendText(response, 403, `"${uri.slice(0, LONGEST_URI)}" is neither a mesh nor a picture`);
    if ((await this.#fileOf(uri, "")) !== undefined) return sendText(response, 409, `the server has "${uri}" already`);
    await this.#given.receive(uri, request, response);
  }

  /** Discards the given files. */
  [Symbol.dispose](): void {
    this.#given[Symbol.dispose]();
  }

  async #fileOf(uri: string, from: string): Promise<string | undefined> {
    const beside = await this.#besideOf(from);
    if (beside === undefined) return undefined;
    const found = await this.#resources.resolve(uri, beside);
    return found?.kind === "file" ? found.path : undefined;
  }

  /** Returns a file in the folder of `from`; any file in it will do. */
  async #besideOf(from: string): Promise<string | undefined> {
    const { world } = this.#options;
    const folder = folderOfUri(from);
    if (folder === "") return world;
    const found = await this.#resources.resolve(folder, world);
    return found?.kind === "folder" ? `${found.path}/x` : undefined;
  }
}

function sendBytes(uri: string, bytes: Uint8Array, response: ServerResponse): void {
  const own = { "Cache-Control": "no-cache", "Content-Type": contentType(uri), "Content-Length": bytes.length };
  response.writeHead(200, { ...PAGE_HEADERS, ...own });
  response.end(response.req.method === "HEAD" ? undefined : bytes);
}

const LONGEST_URI = 1000;
/** Endings of the files that scenes are drawn with. */
export const ASSET_KINDS: ReadonlySet<string> = new Set(
  ".dae .obj .mtl .stl .glb .gltf .bin .png .jpg .jpeg .gif .bmp .tga .tif .tiff .webp .dds .hdr .exr .ktx2".split(" "),
);

/** Resolves to whether it is one of a model's own files: its model.config, or a description beside it. */
async function isOfModel(file: string): Promise<boolean> {
  if (basename(file) === CONFIG) return true;
  if (!DESCRIPTIONS.has(extname(file).toLowerCase())) return false;
  const beside = await stat(join(dirname(file), CONFIG)).catch(() => undefined);
  return beside?.isFile() === true;
}

const CONFIG = "model.config";
const DESCRIPTIONS = new Set([".sdf", ".urdf"]);
