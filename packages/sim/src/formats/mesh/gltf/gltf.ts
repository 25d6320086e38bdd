import type { Problems } from "../../../scene/problem.ts";
import type { Resources } from "../../resources.ts";
import { readAccessor } from "./gltf-accessors.ts";
import { openGltf, type GltfDocument } from "./gltf-container.ts";
import { countOf, indicesOf, item, listOf, numbersOf, objectOf, textOf, type GltfObject } from "./gltf-json.ts";
import { gltfMaterial } from "./gltf-material.ts";
import {
  identityMatrix,
  isReflection,
  multiplyMatrices,
  normalMatrix,
  rotationOfQuaternion,
  scaling,
  transform,
  translation,
  type Matrix,
} from "../matrix.ts";
import type { Mesh, Submesh } from "../mesh.ts";
import { MeshError } from "../mesh-error.ts";
import { checkCoordinates, spend, triangleBudget } from "../submesh-builder.ts";

const MAX_DEPTH = 500;

/**
 * Reads glTF 2.0, as JSON or binary. Axes stay as they are: glTF defines y as up, but Gazebo does not convert it, and
 * models made for Gazebo rely on that. Skinned meshes and morph targets have the shape of their nodes at rest.
 */
export async function readGltf(bytes: Uint8Array, file: string, files: Resources, problems: Problems): Promise<Mesh> {
  const document = await openGltf(bytes, file, files);
  const { root } = document;
  const materials = listOf(root, "materials").map((material) => gltfMaterial(material, document, problems));
  return { submeshes: new GltfScene(document).submeshes(), materials };
}

class GltfScene {
  readonly #document: GltfDocument;
  readonly #nodes: readonly GltfObject[];
  readonly #meshes: readonly GltfObject[];
  readonly #budget = triangleBudget();
  /** A node has one parent; visiting a node again means a cycle. */
  readonly #visited = new Set<number>();
  #unnamed = 0;

  constructor(document: GltfDocument) {
    this.#document = document;
    this.#nodes = listOf(document.root, "nodes");
    this.#meshes = listOf(document.root, "meshes");
  }

  submeshes(): Submesh[] {
    return this.#roots().flatMap((node) => this.#visit(node, "", identityMatrix, 0));
  }

  #roots(): number[] {
    const scenes = listOf(this.#document.root, "scenes");
    const number = countOf(this.#document.root, "scene", 0);
    if (scenes.length > 0) return indicesOf(item(scenes, number, "scene"), "nodes");
    // A library without a scene: shows every node without a parent.
    const below = new Set(this.#nodes.flatMap((node) => indicesOf(node, "children")));
    return [...this.#nodes.keys()].filter((node) => !below.has(node));
  }

  #visit(number: number, above: string, parent: Matrix, depth: number): Submesh[] {
    const node = item(this.#nodes, number, "node");
    if (this.#visited.has(number)) throw new MeshError(`node ${number} has two parents`);
    if (depth > MAX_DEPTH) throw new MeshError(`nodes more than ${MAX_DEPTH} levels deep`);
    this.#visited.add(number);
    const placed = multiplyMatrices(parent, nodeMatrix(node));
    const name = textOf(node, "name") || above;
    const mesh = countOf(node, "mesh", -1);
    return [
      ...(mesh < 0 ? [] : this.#show(item(this.#meshes, mesh, "mesh"), name, placed)),
      ...indicesOf(node, "children").flatMap((child) => this.#visit(child, name, placed, depth + 1)),
    ];
  }

  #show(mesh: GltfObject, nodeName: string, matrix: Matrix): Submesh[] {
    const name = nodeName || textOf(mesh, "name") || `unnamed_submesh_${this.#unnamed++}`;
    return listOf(mesh, "primitives").flatMap((primitive) => {
      const submesh = this.#primitive(primitive, name, matrix);
      return submesh === undefined ? [] : [submesh];
    });
  }

  #primitive(primitive: GltfObject, name: string, matrix: Matrix): Submesh | undefined {
    const attributes = objectOf(primitive, "attributes") ?? {};
    const attribute = (key: string, size: number): Float64Array | undefined => {
      const accessor = countOf(attributes, key, -1);
      return accessor < 0 ? undefined : readAccessor(this.#document, accessor, size);
    };
    const positions = attribute("POSITION", 3);
    const mode = countOf(primitive, "mode", 4);
    if (positions === undefined || mode < 4) return undefined;
    const count = positions.length / 3;
    const listed = countOf(primitive, "indices", -1);
    const corners =
      listed < 0
        ? Uint32Array.from({ length: count }, (_, i) => i)
        : Uint32Array.from(readAccessor(this.#document, listed, 1));
    const wild = corners.find((index) => index >= count);
    if (wild !== undefined) throw new MeshError(`"${name.slice(0, 80)}" refers to vertex ${wild} of ${count}`);
    const indices = trianglesOf(corners, mode);
    // Positions count as well, because a node may have a million of them for one triangle.
    spend(this.#budget, Math.max(indices.length, count) / 3);
    if (indices.length === 0) return undefined;
    if (isReflection(matrix)) turnRound(indices);
    const normals = attribute("NORMAL", 3);
    const uvs = attribute("TEXCOORD_0", 2);
    return {
      name,
      positions: placed(positions, matrix),
      normals: normals?.length === positions.length ? turned(normals, normalMatrix(matrix)) : undefined,
      uvs:
        uvs?.length === 2 * count ? Float32Array.from(uvs, (value) => (Number.isFinite(value) ? value : 0)) : undefined,
      indices,
      material: Math.max(-1, countOf(primitive, "material", -1)),
    };
  }
}

function nodeMatrix(node: GltfObject): Matrix {
  const matrix = numbersOf(node, "matrix", 16);
  // The file stores it column by column.
  if (matrix !== undefined) return identityMatrix.map((_, i) => matrix[(i % 4) * 4 + (i >> 2)]!);
  const [x, y, z] = numbersOf(node, "translation", 3) ?? [0, 0, 0];
  const [qx, qy, qz, qw] = numbersOf(node, "rotation", 4) ?? [0, 0, 0, 1];
  const [sx, sy, sz] = numbersOf(node, "scale", 3) ?? [1, 1, 1];
  return multiplyMatrices(
    multiplyMatrices(translation({ x: x!, y: y!, z: z! }), rotationOfQuaternion(qx!, qy!, qz!, qw!)),
    scaling({ x: sx!, y: sy!, z: sz! }),
  );
}

/** Returns the triangles of modes 4, 5 and 6: a list, a strip, a fan. */
function trianglesOf(corners: Uint32Array, mode: number): Uint32Array<ArrayBuffer> {
  if (mode === 4) return corners.slice(0, corners.length - (corners.length % 3));
  if (mode > 6) throw new MeshError(`a primitive has mode ${mode}`);
  const triangles: number[] = [];
  for (let i = 0; i + 2 < corners.length; i++) {
    if (mode === 6) triangles.push(corners[i + 1]!, corners[i + 2]!, corners[0]!);
    else if (i % 2 === 0) triangles.push(corners[i]!, corners[i + 1]!, corners[i + 2]!);
    else triangles.push(corners[i + 1]!, corners[i]!, corners[i + 2]!);
  }
  return Uint32Array.from(triangles);
}

function turnRound(indices: Uint32Array): void {
  for (let i = 0; i < indices.length; i += 3) {
    const second = indices[i + 1]!;
    indices[i + 1] = indices[i + 2]!;
    indices[i + 2] = second;
  }
}

function placed(positions: Float64Array, matrix: Matrix): Float32Array {
  const result = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const { x, y, z } = transform(matrix, { x: positions[i]!, y: positions[i + 1]!, z: positions[i + 2]! });
    checkCoordinates(x, y, z);
    result[i] = x;
    result[i + 1] = y;
    result[i + 2] = z;
  }
  return result;
}

/** Rotates normals. Returns undefined if one of them has no direction. */
function turned(normals: Float64Array, matrix: Matrix): Float32Array | undefined {
  const result = new Float32Array(normals.length);
  for (let i = 0; i < normals.length; i += 3) {
    const { x, y, z } = transform(matrix, { x: normals[i]!, y: normals[i + 1]!, z: normals[i + 2]! });
    const size = Math.sqrt(x * x + y * y + z * z);
    if (!(size > 0 && size < Infinity)) return undefined;
    result[i] = x / size;
    result[i + 1] = y / size;
    result[i + 2] = z / size;
  }
  return result;
}
