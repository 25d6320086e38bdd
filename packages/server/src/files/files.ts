import { constants, type Stats } from "node:fs";
import { access, open, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { ResourceError, type ResolvedResource, type Resources } from "@orrery/sim/front";
import { fuelCaches as fuelCachesOf, inFuelCache } from "./fuel-cache.ts";
import { pathsIn } from "./paths-in.ts";
import { packagesAround } from "./ros-packages.ts";

export interface FileResourcesOptions {
  /** Folders searched for models by name, in this order. */
  readonly folders: readonly string[];
  /** Whether nothing outside the folders can be found, not even through links. */
  readonly confined?: boolean;
  /** Additional folders to search for `package://` and `model://`; by default those of the environment. */
  readonly packageFolders?: readonly string[];
  /** A file in whose surroundings ROS packages are searched by name. */
  readonly near?: string;
  /**
   * Folders of Gazebo's downloads: `https://fuel.…` is looked up there, never downloaded. By default those of the
   * environment.
   */
  readonly fuelCaches?: readonly string[];
}

/** Files on this machine that a world file and its includes name. */
export class FileResources implements Resources {
  readonly folders: readonly string[];
  readonly packageFolders: readonly string[];
  readonly fuelCaches: readonly string[];
  readonly #confined: boolean;
  /** The packages around a file, by its folder. */
  readonly #packages = new Map<string, ReadonlyMap<string, string>>();
  readonly #near: string | undefined;

  constructor({
    folders,
    packageFolders = packageFoldersOf(process.env),
    fuelCaches = fuelCachesOf(process.env),
    confined = false,
    near,
  }: FileResourcesOptions) {
    this.folders = folders;
    this.packageFolders = packageFolders;
    this.fuelCaches = fuelCaches;
    this.#confined = confined;
    this.#near = near;
  }

  async resolve(uri: string, from: string): Promise<ResolvedResource | undefined> {
    for (const path of this.#candidates(uri, dirname(from))) {
      const stats = await statOf(path);
      if (this.#confined && !(await this.#isInside(path))) continue;
      if (stats?.isFile()) return { path, kind: "file" };
      if (stats?.isDirectory()) return { path, kind: "folder" };
    }
    return undefined;
  }

  /** Decides by names alone, so that the answer does not reveal whether a file exists. */
  isOutside(uri: string, from: string): boolean {
    if (!this.#confined) return false;
    const candidates = this.#candidates(uri, dirname(from));
    return candidates.length > 0 && candidates.every((path) => !this.#allowed.some((folder) => lies(path, folder)));
  }

  get #allowed(): readonly string[] {
    return [...this.folders, ...this.packageFolders, ...this.fuelCaches, ...this.#around(this.#near).values()];
  }

  async read(path: string, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#confined && !(await this.#isInside(path)))
      throw new ResourceError(`${path} is in none of the resource folders`, path);
    return readLimited(path, limitBytes);
  }

  async #isInside(path: string): Promise<boolean> {
    const real = await realPathOf(path);
    if (real === undefined) return false;
    for (const folder of this.#allowed) if (lies(real, (await realPathOf(folder)) ?? folder)) return true;
    return false;
  }

  /** Returns paths in the package of that name, near the world's file or near the file that names it. */
  #inPackages(name: string, beside: string): string[] {
    const [packageName = "", ...rest] = name.split("/");
    // Clients get only packages around the world's file.
    const places = this.#confined ? [this.#near] : [join(beside, "x"), this.#near];
    const folders = places.map((place) => this.#around(place).get(packageName));
    return [...new Set(folders)].filter((folder) => folder !== undefined).map((folder) => join(folder, ...rest));
  }

  #around(file: string | undefined): ReadonlyMap<string, string> {
    if (file === undefined) return noPackages;
    const folder = dirname(file);
    let found = this.#packages.get(folder);
    if (found === undefined) this.#packages.set(folder, (found = packagesAround(file)));
    return found;
  }

  #candidates(uri: string, beside: string): string[] {
    const scheme = /^([a-z][a-z+.-]+):\/\//i.exec(uri)?.[1]?.toLowerCase();
    const name = scheme === undefined ? uri : uri.slice(scheme.length + 3);
    const inFolders = this.folders.map((folder) => join(folder, name));
    switch (scheme) {
      case undefined:
        return isAbsolute(uri) ? [normalize(uri)] : [join(beside, name), ...inFolders];
      case "file":
        return isAbsolute(name) ? absoluteOf(uri) : [...inFolders, join(beside, name)];
      case "model":
      case "package":
        // By now, package:// in a URDF has become model://.
        return [
          ...inFolders,
          ...this.#inPackages(name, beside),
          ...this.packageFolders.map((folder) => join(folder, name)),
          join(beside, name),
        ];
      case "http":
      case "https":
        return inFuelCache(uri, this.fuelCaches);
      default:
        return [];
    }
  }
}

const noPackages: ReadonlyMap<string, string> = new Map();

/**
 * Returns the folders of a world's models: those of the command line, of the environment, other given ones, the world's
 * own and its `models`.
 */
export function resourceFolders(
  world: string,
  given: readonly string[],
  env: NodeJS.ProcessEnv,
  first: readonly string[] = [],
): string[] {
  const own = dirname(world);
  return [
    ...new Set([...first, ...RESOURCE_PATHS.flatMap((name) => pathsIn(env, name)), ...given, own, join(own, "models")]),
  ];
}

/** In the order of search; Gazebo's variables were renamed over the years. */
const RESOURCE_PATHS = [
  "ORRERY_RESOURCE_PATH",
  "GZ_SIM_RESOURCE_PATH",
  "IGN_GAZEBO_RESOURCE_PATH",
  "SDF_PATH",
  "GAZEBO_MODEL_PATH",
];

/** Returns the folders that contain ROS packages, each under its name. */
export function packageFoldersOf(env: NodeJS.ProcessEnv): string[] {
  return [
    ...pathsIn(env, "ROS_PACKAGE_PATH"),
    ...pathsIn(env, "AMENT_PREFIX_PATH").map((prefix) => join(prefix, "share")),
  ];
}

/**
 * Reads a whole file. Throws a ResourceError, before reading anything, if it is missing, too large or not a regular
 * file.
 */
export async function readLimited(path: string, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    // Checked before opening, because opening a pipe blocks until somebody writes to it.
    const { size } = checkSize(await stat(path), path, limitBytes);
    await using file = await open(path, constants.O_RDONLY);
    const bytes = new Uint8Array(size);
    let length = 0;
    while (length < size) {
      const { bytesRead } = await file.read(bytes, length, size - length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return length === size ? bytes : bytes.slice(0, length);
  } catch (error) {
    throw error instanceof ResourceError ? error : new ResourceError(reasonOf(error, path), path);
  }
}

/** Returns why a file could not be used, for people. */
export function reasonOf(error: unknown, path: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOENT":
      return `there is no file ${path}`;
    case "ENOTDIR":
      return `${path} leads through something that is not a folder`;
    case "EISDIR":
      return `${path} is a folder, not a file`;
    case "EACCES":
    case "EPERM":
      return `${path} may not be read: permission denied`;
    case "ELOOP":
      return `${path} is a link that leads to itself`;
    case "ENAMETOOLONG":
      return `${path.slice(0, 80)}… is too long for a path`;
    default:
      return `${path}: ${message}`;
  }
}

/** Returns whether a folder exists and can be read. */
export async function isFolder(path: string): Promise<boolean> {
  const stats = await statOf(path);
  if (stats?.isDirectory() !== true) return false;
  return access(path, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

function checkSize(stats: Stats, path: string, limitBytes: number): Stats {
  if (stats.isDirectory()) throw new ResourceError(`${path} is a folder, not a file`, path);
  if (!stats.isFile()) throw new ResourceError(`${path} is not a plain file`, path);
  if (stats.size > limitBytes) {
    const megabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MB`;
    throw new ResourceError(`${path} has ${megabytes(stats.size)}; at most ${megabytes(limitBytes)} are read`, path);
  }
  return stats;
}

function lies(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

function absoluteOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    // An invalid escape, such as %zz, is taken literally.
    return [normalize(uri.slice("file://".length))];
  }
}

async function realPathOf(path: string): Promise<string | undefined> {
  return path.includes("\0") ? undefined : realpath(path).catch(() => undefined);
}

async function statOf(path: string): Promise<Stats | undefined> {
  // A zero byte in a name makes stat throw at once.
  return path.includes("\0") ? undefined : stat(path).catch(() => undefined);
}
