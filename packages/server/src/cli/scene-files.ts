import { mkdir, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative } from "node:path";
import { sceneToJson, type LoadedScene } from "@orrery/sim/formats";
import { reasonOf } from "../files/files.ts";
import { Failure, UsageError } from "./failure.ts";
import { BETWEEN_FILES, collectGarbage } from "../world/garbage.ts";
import { note } from "./terminal.ts";

export interface JsonFiles {
  readonly out: string;
  /** Paths below `out` equal those of the files relative to this folder. */
  readonly root: string;
  readonly load: (file: string) => Promise<LoadedScene>;
}

/**
 * Writes one JSON per file. A file with errors gets one too, which says so; the other files and the exit status, 0, are
 * unaffected.
 */
export async function writeJsonFiles(files: readonly string[], { out, root, load }: JsonFiles): Promise<number> {
  const targets = files.map((file) => ({ file, target: join(out, `${pathBelow(root, file)}.json`) }));
  let sound = 0;
  for (const { file, target } of targets) {
    const { scene, problems } = await load(file);
    if (problems.every(({ severity }) => severity !== "error")) sound++;
    try {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, `${JSON.stringify(sceneToJson(scene, problems))}\n`);
    } catch (error) {
      throw new Failure(reasonOf(error, target));
    }
    collectGarbage({ above: BETWEEN_FILES });
  }
  note(`${files.length} ${files.length === 1 ? "file" : "files"}: ${sound} sound, ${files.length - sound} with errors`);
  return 0;
}

function pathBelow(root: string, file: string): string {
  const path = relative(root, file);
  if (path === "" || path.startsWith("..") || isAbsolute(path)) {
    throw new UsageError(`${file} is not below ${root}; name its folder with --root`);
  }
  return path;
}
