import type { Geometry } from "../../scene/geometry.ts";
import { Problems } from "../../scene/problem.ts";
import type { CollisionScene, LinkScene, ModelScene, Scene, SourcePlace } from "../../scene/scene.ts";
import type { Solid } from "../../scene/solid.ts";
import type { OnLoadProgress } from "../load-progress.ts";
import { MAX_FILE_BYTES, ResourceError, type Resources } from "../resources.ts";
import { keepPlace, uriAsWritten } from "../sdf/places.ts";
import { inertialOf } from "../sdf/read/read-inertial.ts";
import { builtInMesh } from "./built-in-meshes.ts";
import { collisionMesh } from "./collision-mesh.ts";
import { readHeightmap } from "./heightmap/heightmap.ts";
import type { Mesh } from "./mesh.ts";
import { MeshError } from "./mesh-error.ts";
import { polylineMesh } from "./polyline-mesh.ts";
import { readMesh } from "./read-mesh.ts";

export interface SolidOptions {
  readonly resources: Resources;
  readonly problems: Problems;
  readonly placeOf: (geometry: Geometry) => SourcePlace | undefined;
  readonly onProgress?: OnLoadProgress | undefined;
}

/**
 * Reads the mesh files of a scene's collisions. After that the scene is complete: spawning it, now or in a replay,
 * needs no file. Missing or broken meshes are left out with a warning, as in Gazebo, because a robot without one of its
 * shapes still runs. Automatic masses that depend on a mesh are computed afterwards.
 */
export async function loadSolids(scene: Scene, options: SolidOptions): Promise<Scene> {
  const loader = new SolidLoader(options, keysIn(scene).size);
  const worlds = [];
  for (const world of scene.worlds) worlds.push({ ...world, models: await loader.models(world.models) });
  return { ...scene, worlds, models: await loader.models(scene.models) };
}

/** One outline of 5,000 points, 25 of 1,000, or 2,500 of 100, all different: about a second of work. */
const MAX_OUTLINE_WORK = 25_000_000;

type FileGeometry = Geometry & { type: "mesh" | "heightmap" | "polyline" };

class SolidLoader {
  readonly #resources: Resources;
  readonly #problems: Problems;
  readonly #placeOf: SolidOptions["placeOf"];
  readonly #onProgress: SolidOptions["onProgress"];
  /** Number of files to read. */
  readonly #total: number;
  /** By path; undefined for a file with problems, which are reported only once. */
  readonly #meshes = new Map<string, Mesh | undefined>();
  /** By request, because many links of a robot show the same mesh. */
  readonly #solids = new Map<string, Solid | undefined>();
  /** Sum of the squared numbers of points, to which the time for triangulating outlines is proportional. */
  #outlineWork = 0;

  constructor({ resources, problems, placeOf, onProgress }: SolidOptions, total: number) {
    this.#resources = resources;
    this.#problems = problems;
    this.#placeOf = placeOf;
    this.#onProgress = onProgress;
    this.#total = total;
  }

  async models(models: readonly ModelScene[]): Promise<readonly ModelScene[]> {
    return each(models, async (model) => {
      const links = await each(model.links, (link) => this.#link(link));
      const nested = await this.models(model.models);
      return links === model.links && nested === model.models ? model : { ...model, links, models: nested };
    });
  }

  async #link(link: LinkScene): Promise<LinkScene> {
    const collisions = await each(link.collisions, (collision) => this.#collision(collision));
    const { awaiting, ...rest } = link.inertial;
    if (collisions === link.collisions && awaiting === undefined) return link;
    if (awaiting === undefined) return { ...link, collisions };
    const inertial = inertialOf(collisions, awaiting.mass, awaiting.where, this.#problems);
    return { ...link, collisions, inertial: { ...rest, ...inertial } };
  }

  async #collision(collision: CollisionScene): Promise<CollisionScene> {
    const { geometry } = collision;
    if (!isFile(geometry)) return collision;
    const key = JSON.stringify(geometry);
    if (!this.#solids.has(key)) {
      this.#onProgress?.({ stage: "meshes", done: this.#solids.size, total: this.#total });
      this.#solids.set(key, await this.#solid(geometry));
    }
    return { ...collision, geometry: keepPlace({ ...geometry, solid: this.#solids.get(key) }, geometry) };
  }

  /** Returns undefined, after reporting a problem, if there is no solid. */
  async #solid(geometry: FileGeometry): Promise<Solid | undefined> {
    try {
      return await this.#read(geometry);
    } catch (error) {
      if (!(error instanceof MeshError || error instanceof ResourceError)) throw error;
      const isPackage = describe(geometry).includes("package://");
      const effect = isPackage ? `${LEFT_OUT}; ${PACKAGE_HINT}` : LEFT_OUT;
      const hint = error instanceof MeshError && error.hint !== "" ? error.hint : effect;
      this.#problems.warn("no-shape", `${describe(geometry)}: ${error.message}`, this.#where(geometry), hint);
      return undefined;
    }
  }

  /** Reads a solid. Throws a MeshError or a ResourceError. */
  async #read(geometry: FileGeometry): Promise<Solid> {
    if (geometry.type === "polyline") {
      const points = geometry.polylines.reduce((sum, polyline) => sum + polyline.points.length, 0);
      this.#outlineWork += points * points;
      if (this.#outlineWork > MAX_OUTLINE_WORK)
        throw new MeshError(
          "the outlines of this file have too many points",
          undefined,
          "make them simpler, or a mesh",
        );
      const { solid, fault } = polylineMesh(geometry.polylines);
      if (fault !== undefined) throw new MeshError(fault);
      return solid;
    }
    const builtIn = geometry.type === "mesh" ? builtInMesh(geometry.uri) : undefined;
    if (geometry.type === "mesh" && builtIn !== undefined) return this.#chosen(builtIn, geometry, geometry.uri);
    const path = await this.#resolve(geometry);
    if (geometry.type === "heightmap") {
      return readHeightmap(await this.#resources.read(path, MAX_FILE_BYTES), geometry);
    }
    if (!this.#meshes.has(path)) this.#meshes.set(path, await this.#mesh(path));
    const mesh = this.#meshes.get(path);
    if (mesh === undefined) throw new MeshError(`${path} cannot be used`);
    return this.#chosen(mesh, geometry, path);
  }

  #chosen(mesh: Mesh, geometry: FileGeometry & { type: "mesh" }, path: string): Solid {
    const solid = collisionMesh(mesh, geometry);
    if (solid === undefined) {
      const names = [...new Set(mesh.submeshes.map(({ name }) => `"${name}"`))].slice(0, 10).join(", ");
      throw new MeshError(`${path} has no submesh "${geometry.submesh}"`, undefined, `it has ${names}`);
    }
    if (solid.indices.length === 0) throw new MeshError(`nothing is left of ${path} at this scale`);
    return solid;
  }

  async #resolve(geometry: FileGeometry & { type: "mesh" | "heightmap" }): Promise<string> {
    if (/^https?:/.test(geometry.uri)) throw new MeshError("it is not downloaded", undefined, "download the model");
    const found = await this.#resources.resolve(geometry.uri, geometry.from);
    if (found === undefined) throw new MeshError("there is no such file");
    if (found.kind !== "file") throw new MeshError(`${found.path} is a folder`);
    return found.path;
  }

  /** Reads a mesh. Problems in its file are reported as warnings: the world runs without the shape. */
  async #mesh(path: string): Promise<Mesh | undefined> {
    const found = new Problems();
    const bytes = await this.#resources.read(path, MAX_FILE_BYTES);
    const mesh = await readMesh(path, bytes, this.#resources, found);
    for (const { code, message, where, hint } of found.list) {
      // Materials matter only to code that draws the mesh.
      if (code === "mesh-material" || code === "mesh-texture") continue;
      this.#problems.warn(code, message, where, hint);
    }
    return mesh;
  }

  #where(geometry: FileGeometry): SourcePlace | undefined {
    const file = geometry.type === "polyline" ? undefined : geometry.from;
    return this.#placeOf(geometry) ?? (file === undefined ? undefined : { file, line: 1, column: 1 });
  }
}

function isFile(geometry: Geometry): geometry is FileGeometry {
  return geometry.type === "mesh" || geometry.type === "heightmap" || geometry.type === "polyline";
}

/** Returns the keys of the solids that a scene needs. */
function keysIn({ worlds, models }: Scene): ReadonlySet<string> {
  const keys = new Set<string>();
  const collect = (model: ModelScene): void => {
    for (const { collisions } of model.links)
      for (const { geometry } of collisions) if (isFile(geometry)) keys.add(JSON.stringify(geometry));
    model.models.forEach(collect);
  };
  for (const world of worlds) world.models.forEach(collect);
  models.forEach(collect);
  return keys;
}

const LEFT_OUT = "the collision is left out, things pass through it";

/** Advice about a ROS package that was not found. */
export const PACKAGE_HINT =
  "packages are looked for around the file, in ROS_PACKAGE_PATH and AMENT_PREFIX_PATH, and in --resource-path DIR";

function describe(geometry: FileGeometry): string {
  return geometry.type === "polyline" ? "<polyline>" : `<${geometry.type}> ${uriAsWritten(geometry, geometry.uri)}`;
}

/**
 * Maps the items one after another, so that problems come in the order of the file. Returns the original list if
 * nothing changed.
 */
async function each<T>(list: readonly T[], act: (item: T) => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (const item of list) results.push(await act(item));
  return results.some((result, i) => result !== list[i]) ? results : list;
}
