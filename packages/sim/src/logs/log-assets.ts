import { Geometry, Material } from "../components/geometry.ts";
import { World } from "../ecs/world.ts";
import { PBR_MAPS } from "../scene/geometry.ts";
import { LogCursor } from "./log-cursor.ts";
import type { LogFile } from "./log-file.ts";

/** The beginning of the names of attachments with files: the rest is the file's address. */
export const ASSET = "orrery.asset/";

/** A file that a world is drawn with, as its components name it. */
export interface NamedAsset {
  readonly uri: string;
  /** The file that names it; empty for the world's own. */
  readonly from: string;
}

/** Lists the meshes and pictures that the world of a log is drawn with, at any time in it. */
export function assetsNamedIn(log: LogFile): NamedAsset[] {
  const found = new Map<string, NamedAsset>();
  const world = new World();
  const cursor = new LogCursor(log, world, world.create());
  const add = (uri: string, from: string): void => void (uri !== "" && found.set(`${from} ${uri}`, { uri, from }));
  let seen = -1;
  do {
    const last = Math.max(world.store(Geometry).lastWrite, world.store(Material).lastWrite);
    if (last === seen) continue;
    seen = last;
    for (const [, shape] of world.query(Geometry)) {
      if (shape.type === "mesh" || shape.type === "heightmap") add(shape.uri, shape.from);
    }
    for (const [, material] of world.query(Material)) {
      const { pbr } = material ?? {};
      if (pbr !== undefined) for (const map of PBR_MAPS) add(pbr[map], pbr.from);
    }
  } while (cursor.showNext());
  return [...found.values()];
}
