import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, extname, join, resolve } from "node:path";
import { besideUri, folderOfUri, MAX_FILE_BYTES } from "@orrery/sim/front";
import { assetsNamedIn, type LogFile, type LogWriter } from "@orrery/sim/logs";
import { FileResources, resourceFolders } from "../files/files.ts";
import { ASSET_KINDS } from "../gateway/http/assets.ts";
import { straight } from "../gateway/http/given-assets.ts";
import { recordedWorld } from "./logged-world.ts";

/** Files of one log, and their size together. */
const MAX_FILES = 2000;
const MAX_BYTES = 512 * 2 ** 20;
/** Folders with the parts of a mesh, seen from its own. */
const PARTS = [".", "../materials/textures", "../textures"];

export interface PackedAssets {
  readonly files: number;
  /** Files that were not found, or for which there was no room. */
  readonly missing: readonly string[];
}

/** Writes the meshes and pictures of a log's world into a log, so that it is drawn on other machines, too. */
export async function packAssets(
  log: LogFile,
  writer: LogWriter,
  paths: readonly string[] | undefined,
): Promise<PackedAssets> {
  const world = recordedWorld(log.about.get("worldFile") ?? "") ?? log.source.name;
  const folders = [...resourceFolders(world, [], process.env, paths), dirname(resolve(log.source.name))];
  const resources = new FileResources({ folders, near: world, confined: true });
  const packed = new Map<string, string>();
  const missing: string[] = [];
  for (const { uri, from } of assetsNamedIn(log)) {
    const key = straight(besideUri(uri, from));
    const file = await fileOf(resources, world, { uri, from });
    if (file === undefined) {
      missing.push(key);
      continue;
    }
    packed.set(key, file);
    for (const [part, path] of await partsOf(key, file)) packed.set(part, path);
  }
  let [files, bytes] = [0, 0];
  for (const [key, file] of packed) {
    const { size } = await stat(file);
    if (size > MAX_FILE_BYTES || bytes + size > MAX_BYTES || files >= MAX_FILES) {
      missing.push(key);
      continue;
    }
    await writer.addAsset(key, await readFile(file));
    files++;
    bytes += size;
  }
  return { files, missing };
}

async function fileOf(
  resources: FileResources,
  world: string,
  { uri, from }: { readonly uri: string; readonly from: string },
): Promise<string | undefined> {
  const folder = folderOfUri(from);
  const near = folder === "" ? undefined : await resources.resolve(folder, world);
  if (folder !== "" && near?.kind !== "folder") return undefined;
  const found = await resources.resolve(uri, near === undefined ? world : `${near.path}/x`);
  const isOfKind = found?.kind === "file" && ASSET_KINDS.has(extname(found.path).toLowerCase());
  return isOfKind ? found.path : undefined;
}

/** Finds what a mesh may need: pictures and parts in the folders where meshes have them. */
async function partsOf(key: string, file: string): Promise<[key: string, file: string][]> {
  const found: [string, string][] = [];
  for (const folder of PARTS) {
    const names = await readdir(join(dirname(file), folder)).catch(() => []);
    for (const name of names) {
      if (ASSET_KINDS.has(extname(name).toLowerCase()) && !MESHES.has(extname(name).toLowerCase()))
        found.push([straight(`${folderOfUri(key)}/${folder}/${name}`), join(dirname(file), folder, name)]);
    }
  }
  return found;
}

const MESHES = new Set([".dae", ".obj", ".stl", ".glb", ".gltf"]);
