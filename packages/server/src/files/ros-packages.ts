import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Number of levels above a file that are searched for its package. */
const MAX_LEVELS = 12;
/** Number of folders beside a package that are searched. */
const MAX_BESIDE = 500;
const MAX_MANIFEST_BYTES = 1 << 20;

/**
 * Returns the ROS packages around a file, by name: its own, which is the first folder above it with a package.xml, and
 * those beside that one, among the sources of a workspace or among its installed files.
 */
export function packagesAround(file: string): ReadonlyMap<string, string> {
  const own = packageOf(dirname(resolve(file)));
  if (own === undefined) return new Map();
  const found = new Map<string, string>();
  for (const folder of [own, ...besides(own)]) {
    const name = nameOf(folder);
    if (!found.has(name)) found.set(name, folder);
  }
  return found;
}

function packageOf(start: string): string | undefined {
  let folder = start;
  for (let level = 0; level < MAX_LEVELS; level++) {
    if (isPackage(folder)) return folder;
    const above = dirname(folder);
    if (above === folder) return undefined;
    folder = above;
  }
  return undefined;
}

/**
 * Returns the folders beside a package: `src/leg` for `src/arm`, and `install/leg/share/leg` for
 * `install/arm/share/arm`.
 */
function besides(own: string): string[] {
  const parent = dirname(own);
  const inSources = foldersIn(parent).map((name) => join(parent, name));
  const isInstalled = basename(parent) === "share";
  const install = dirname(dirname(parent));
  const installed = isInstalled ? foldersIn(install).map((name) => join(install, name, "share", name)) : [];
  return [...inSources, ...installed].filter((folder) => folder !== own && isPackage(folder));
}

function isPackage(folder: string): boolean {
  return existsSync(join(folder, "package.xml"));
}

/** Returns the name in its package.xml, which is usually that of its folder too. */
function nameOf(folder: string): string {
  try {
    const manifest = join(folder, "package.xml");
    if (statSync(manifest).size > MAX_MANIFEST_BYTES) return basename(folder);
    const text = readFileSync(manifest, "utf8");
    const start = text.indexOf("<name>");
    const end = text.indexOf("</name>", start);
    return (start < 0 || end < 0 ? "" : text.slice(start + "<name>".length, end).trim()) || basename(folder);
  } catch {
    // If the file is unreadable, the name of the folder has to do.
    return basename(folder);
  }
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted().slice(0, MAX_BESIDE);
  } catch {
    return [];
  }
}
