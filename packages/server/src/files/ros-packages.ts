import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** How far above a file its package is looked for. */
const MOST_LEVELS = 12;
/** How many folders beside a package are looked at. */
const MOST_BESIDE = 500;
const MAX_MANIFEST_BYTES = 1 << 20;

/**
 * Returns the ROS packages around a file, by name: the one that it lies in, which is the first folder above it with a
 * package.xml, and those beside that one, in the sources of a workspace or in what was installed of it.
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
  for (let level = 0; level < MOST_LEVELS; level++) {
    if (isPackage(folder)) return folder;
    const above = dirname(folder);
    if (above === folder) return undefined;
    folder = above;
  }
  return undefined;
}

/** `src/arm` has `src/leg` beside it; `install/arm/share/arm` also `install/leg/share/leg`. */
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

/** As its package.xml says; folders are mostly called the same. */
function nameOf(folder: string): string {
  try {
    const manifest = join(folder, "package.xml");
    if (statSync(manifest).size > MAX_MANIFEST_BYTES) return basename(folder);
    const text = readFileSync(manifest, "utf8");
    const start = text.indexOf("<name>");
    const end = text.indexOf("</name>", start);
    return (start < 0 || end < 0 ? "" : text.slice(start + "<name>".length, end).trim()) || basename(folder);
  } catch {
    // It may not be read: what its folder is called is as good.
    return basename(folder);
  }
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted().slice(0, MOST_BESIDE);
  } catch {
    return [];
  }
}
