import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import type { orrery } from "@orrery/msgs";
import { formatProblem, parseSdf, parseXml, Problems, sdfOf, writeSdf, type Scene } from "@orrery/sim/formats";
import { saveEntity, spawnLight, spawnModel, World } from "@orrery/sim/front";
import { IsWorld } from "@orrery/sim/components";
import { readLimited, type FileResources } from "./files.ts";

/**
 * Lists folders with a model.config directly below the resource folders, by name. Of two with the same URI, lists the
 * one that the URI finds.
 */
export async function listModels(folders: readonly string[]): Promise<orrery.ModelInfo[]> {
  const models = new Map<string, orrery.ModelInfo>();
  for (const folder of folders) {
    for (const name of await foldersIn(folder)) {
      const uri = `model://${name}`;
      if (models.has(uri)) continue;
      const info = await readModel(join(folder, name), uri);
      if (info !== undefined) models.set(uri, info);
      if (models.size >= MOST) break;
    }
  }
  return [...models.values()].sort((a, b) => a.name!.localeCompare(b.name!, "en"));
}

/** Nobody would read a longer list. */
const MOST = 2000;
const MAX_CONFIG_BYTES = 1 << 20;

async function readModel(folder: string, uri: string): Promise<orrery.ModelInfo | undefined> {
  let text: string;
  try {
    text = new TextDecoder().decode(await readLimited(join(folder, "model.config"), MAX_CONFIG_BYTES));
  } catch {
    return undefined;
  }
  const config = parseXml(text, "model.config", new Problems());
  const childText = (name: string): string => plain(config?.children.find((child) => child.name === name)?.text ?? "");
  const picture = await thumbnailIn(folder);
  return {
    name: childText("name") || uri.slice("model://".length),
    uri,
    description: childText("description"),
    thumbnail: picture === undefined ? "" : `${uri}/thumbnails/${picture}`,
  };
}

/** Returns the thumbnail, named as by Gazebo's tools: `thumbnails/1.png` and so on. */
async function thumbnailIn(folder: string): Promise<string | undefined> {
  const files: readonly string[] = await readdir(join(folder, "thumbnails")).catch(() => []);
  return files.toSorted().find((file) => PICTURES.has(extname(file).toLowerCase()));
}

const PICTURES = new Set([".png", ".jpg", ".jpeg", ".webp"]);

/** Lists folders, including links to folders. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .toSorted();
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim().slice(0, 300);
}

/** Returns a model with everything that it includes, as one text. Throws with its errors. */
export async function modelSdf(uri: string, world: string, resources: FileResources): Promise<string> {
  if (uri === "") throw new Error("say which model: model://cone");
  const { scene, problems } = await parseSdf(sdfOf({ uri }), world, resources);
  const error = problems.find(({ severity }) => severity === "error");
  if (error !== undefined) throw new Error(formatProblem({ ...error, where: undefined }));
  return writeSdf(asNamed(scene));
}

/** Names files as the world does: by URIs that are valid elsewhere, not by paths on this machine. */
function asNamed({ models, lights }: Scene): Scene {
  const world = new World();
  const root = world.create();
  world.set(root, IsWorld, {});
  const [model] = models;
  const [light] = lights;
  if (model !== undefined) return saveEntity(world, spawnModel(world, root, model));
  if (light !== undefined) return saveEntity(world, spawnLight(world, root, light));
  throw new Error("it holds neither a model nor a light");
}
