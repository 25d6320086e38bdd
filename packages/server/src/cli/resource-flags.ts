import { FileResources, resourceFolders } from "../files/files.ts";
import { listFlag, switchFlag } from "./arguments.ts";

/** Folders to search first, for commands that read files. */
export const resourcePathFlag = listFlag("DIR", "look for models in this folder first; may be repeated");

/** For commands that can do without a missing included model. */
export const strictFlag = switchFlag(
  "refuse a file that includes a missing model, instead of replacing it by an empty one",
);

/**
 * Returns where to look files up: in the given folders, those of the environment, those of a config, and beside the
 * file.
 */
export function resourcesOf(
  file: string,
  folders: readonly string[],
  configured: readonly string[] = [],
): FileResources {
  return new FileResources({ folders: resourceFolders(file, configured, process.env, folders), near: file });
}
