import type { Problems } from "../../scene/problem.ts";
import { MAX_FILE_BYTES, ResourceError, type Resources } from "../resources.ts";
import { readCollada } from "./collada/collada.ts";
import { readGltf } from "./gltf/gltf.ts";
import { isBinary } from "./gltf/gltf-container.ts";
import type { Mesh } from "./mesh.ts";
import { MeshError } from "./mesh-error.ts";
import { readObj } from "./obj/obj.ts";
import { readStl } from "./stl.ts";

/**
 * Reads a mesh from the bytes of a file: STL, OBJ, Collada or glTF, by the extension of its name or else by its first
 * bytes. Files that it refers to (materials, buffers) come from `files`. Errors are reported as problems with file and
 * line, and the result is undefined; a mesh without triangles is an error too.
 */
export async function readMesh(
  path: string,
  bytes: Uint8Array,
  files: Resources,
  problems: Problems,
): Promise<Mesh | undefined> {
  try {
    if (bytes.length > MAX_FILE_BYTES) throw new MeshError(`${bytes.length} bytes; at most ${MAX_FILE_BYTES} are read`);
    const mesh = await read(path, bytes, files, problems);
    if (mesh?.submeshes.length === 0) throw new MeshError("there is no triangle in it");
    return mesh;
  } catch (error) {
    if (!(error instanceof MeshError || error instanceof ResourceError)) throw error;
    const { where, hint } = error instanceof MeshError ? error : new MeshError(error.message);
    problems.error("bad-mesh", error.message, where ?? { file: path, line: 1, column: 1 }, hint);
    return undefined;
  }
}

function read(
  path: string,
  bytes: Uint8Array,
  files: Resources,
  problems: Problems,
): Mesh | undefined | Promise<Mesh | undefined> {
  switch (formatOf(path, bytes)) {
    case "stl":
      return readStl(bytes, path);
    case "obj":
      return readObj(bytes, path, files, problems);
    case "dae":
      return readCollada(bytes, path, problems);
    case "gltf":
      return readGltf(bytes, path, files, problems);
    default:
      throw new MeshError("this kind of mesh is not read", undefined, "STL, OBJ, Collada (.dae) and glTF are");
  }
}

type MeshFormat = "stl" | "obj" | "dae" | "gltf";

const ENDINGS: Readonly<Record<string, MeshFormat>> = {
  stl: "stl",
  stla: "stl",
  stlb: "stl",
  obj: "obj",
  dae: "dae",
  gltf: "gltf",
  glb: "gltf",
};

function formatOf(path: string, bytes: Uint8Array): MeshFormat | undefined {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  if (Object.hasOwn(ENDINGS, ending)) return ENDINGS[ending];
  const start = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart();
  if (isBinary(bytes) || /^\{[^]*"(asset|scenes|meshes)"/.test(start)) return "gltf";
  if (start.startsWith("<") && start.includes("<COLLADA")) return "dae";
  if (/^solid\b/.test(start)) return "stl";
  return undefined;
}
