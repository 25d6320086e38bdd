import { type ResolvedResource, type Resources } from "@orrery/sim";
import {
  boundsOf,
  MAX_FILE_BYTES,
  builtInMesh,
  polylineMesh,
  Problems,
  readHeightmap,
  readMesh,
  type Mesh,
  type MeshMaterial,
} from "@orrery/sim/host";
import type { BufferGeometry } from "three";
import { heightmapGeometry, solidGeometry, submeshGeometry } from "./file-geometry.ts";
import type { GeometryData } from "../primitives.ts";

export type FileGeometry = GeometryData & { readonly type: "mesh" | "heightmap" | "polyline" };

/** A part of a file that is drawn in one piece, with the file's material. */
export interface MeshPart {
  readonly key: string;
  readonly geometry: BufferGeometry;
  readonly material: MeshMaterial | undefined;
}

/**
 * Shapes from files and outlines, each read once. Uses the simulation's reader, so that things collide where they are
 * seen.
 */
export class MeshFiles implements Disposable {
  readonly #files: Pick<Resources, "read">;
  readonly #meshes = new Map<string, Promise<Mesh>>();
  readonly #parts = new Map<string, Promise<readonly MeshPart[]>>();

  constructor(files: Pick<Resources, "read">) {
    this.#files = files;
  }

  /**
   * Resolves to the parts of a geometry; rejects with the reason. Geometries that differ only by `scale` share their
   * parts, which are unscaled.
   */
  parts(geometry: FileGeometry): Promise<readonly MeshPart[]> {
    const key = partsKey(geometry);
    return once(this.#parts, key, () => this.#read(geometry, key));
  }

  [Symbol.dispose](): void {
    for (const parts of this.#parts.values()) {
      parts.then(
        (list) => list.forEach(({ geometry }) => geometry.dispose()),
        () => undefined,
      );
    }
    this.#parts.clear();
  }

  async #read(geometry: FileGeometry, key: string): Promise<readonly MeshPart[]> {
    if (geometry.type === "polyline") {
      const { solid, fault } = polylineMesh(geometry.polylines);
      if (fault !== undefined) throw new Error(fault);
      return [{ key, geometry: solidGeometry(solid), material: undefined }];
    }
    const path = pathOf(geometry.uri, geometry.from);
    if (geometry.type === "heightmap") {
      const solid = readHeightmap(await this.#bytes(path), geometry);
      return [{ key, geometry: heightmapGeometry(solid, geometry.position), material: undefined }];
    }
    const { submeshes, materials } = await once(this.#meshes, path, () => this.#mesh(path));
    const { submesh, centerSubmesh } = geometry;
    const chosen = submesh === "" ? submeshes : submeshes.filter(({ name }) => name === submesh);
    if (chosen.length === 0) throw new Error(`${path} has no submesh "${submesh}"`);
    const bounds = submesh !== "" && centerSubmesh ? boundsOf(chosen) : undefined;
    return chosen.map((part, i) => ({
      key: `${key} ${i}`,
      geometry: submeshGeometry(part, bounds),
      material: materials[part.material],
    }));
  }

  async #mesh(path: string): Promise<Mesh> {
    const builtIn = builtInMesh(path);
    if (builtIn !== undefined) return builtIn;
    const problems = new Problems();
    const files: Resources = {
      resolve: (uri, from): Promise<ResolvedResource> => Promise.resolve({ path: pathOf(uri, from), kind: "file" }),
      read: (file) => this.#bytes(file),
    };
    const mesh = await readMesh(path, await this.#bytes(path), files, problems);
    if (mesh === undefined) throw new Error(problems.list[0]?.message ?? `${path} cannot be read`);
    return mesh;
  }

  #bytes(path: string): Promise<Uint8Array> {
    return this.#files.read(path, MAX_FILE_BYTES);
  }
}

/** Does work once for all callers. Failed work is retried at the next call. */
function once<T>(made: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  let making = made.get(key);
  if (making === undefined) {
    made.set(key, (making = make()));
    making.catch(() => made.delete(key));
  }
  return making;
}

/** Returns the path of a name; a relative name starts in the folder of the file that contains it. */
export function pathOf(uri: string, from: string): string {
  if (/^[a-z]+:\/\//.test(uri) || uri.startsWith("/")) return uri;
  return from.slice(0, from.lastIndexOf("/") + 1) + uri;
}

/**
 * Returns the name by which a geometry's file is requested from the server; for a geometry without a file, its kind.
 */
export function fileName(geometry: GeometryData): string {
  return "uri" in geometry ? pathOf(geometry.uri, geometry.from) : geometry.type;
}

/** Returns a key for the geometry of a file, regardless of its scale. */
export function partsKey(geometry: FileGeometry): string {
  switch (geometry.type) {
    case "polyline":
      return `polyline ${JSON.stringify(geometry.polylines)}`;
    case "heightmap": {
      const { uri, from, size, position, sampling } = geometry;
      return `heightmap ${pathOf(uri, from)} ${JSON.stringify([size, position, sampling])}`;
    }
    default:
      return `mesh ${pathOf(geometry.uri, geometry.from)} ${geometry.submesh} ${geometry.centerSubmesh}`;
  }
}
