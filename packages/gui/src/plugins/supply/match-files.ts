/** A dropped file, and the name under which the world asks for it. */
export interface Match {
  readonly uri: string;
  /** The path of the dropped file. */
  readonly path: string;
}

/**
 * Finds missing meshes among dropped files, by how many names agree at the ends of their paths; the file's own name
 * must agree. Pictures and parts near a mesh that was found come before it in the list, because the mesh needs them.
 */
export function matchFiles(missing: readonly string[], dropped: readonly string[]): readonly Match[] {
  const byName = Map.groupBy(dropped, nameOf);
  const meshes: Match[] = [];
  /** Dropped folders, with the place where the world has them. */
  const roots = new Map<string, string>();
  for (const uri of missing) {
    const path = best(uri, byName.get(nameOf(uri)) ?? []);
    if (path === undefined) continue;
    meshes.push({ uri, path });
    // Limited to the folder around the mesh's own, because files elsewhere in the drop may be private.
    const same = Math.min(2, sameParts(uri, path));
    roots.set(without(path, same), without(uri, same));
  }
  const taken = new Set(meshes.map(({ path }) => path));
  const companions = dropped.flatMap((path): Match[] => {
    if (taken.has(path) || !COMPANION.test(path)) return [];
    // The nearest enclosing root.
    const around = [...roots.keys()].filter((root) => path.startsWith(root)).toSorted((a, b) => b.length - a.length);
    return around.length === 0 ? [] : [{ uri: roots.get(around[0]!)! + path.slice(around[0]!.length), path }];
  });
  return [...companions, ...meshes];
}

/** Returns whether a file of this kind can be missing. */
export function isAsset(path: string): boolean {
  return COMPANION.test(path) || MESH.test(path);
}

function best(uri: string, paths: readonly string[]): string | undefined {
  return paths.toSorted((a, b) => sameParts(uri, b) - sameParts(uri, a) || a.length - b.length)[0];
}

/** Returns how many names agree at the ends of two paths. */
function sameParts(a: string, b: string): number {
  const [one, other] = [partsOf(a).toReversed(), partsOf(b).toReversed()];
  const differs = one.findIndex((part, i) => part !== other[i]);
  return differs < 0 ? one.length : differs;
}

/** Removes `count` names from the end of a path; the result ends in a slash, or is empty. */
function without(path: string, count: number): string {
  let end = path.length;
  for (let i = 0; i < count; i++) end = path.lastIndexOf("/", end - 1);
  return path.slice(0, end + 1);
}

function partsOf(path: string): readonly string[] {
  return path
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .split("/");
}

function nameOf(path: string): string {
  return partsOf(path).at(-1)!;
}

const MESH = /\.(dae|obj|stl|glb|gltf)$/i;
const COMPANION = /\.(mtl|bin|png|jpe?g|gif|bmp|tga|tiff?|webp|dds|hdr|exr|ktx2)$/i;
