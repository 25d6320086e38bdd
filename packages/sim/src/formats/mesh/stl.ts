import type { Vec3 } from "../../base/vec3.ts";
import { cross, subtract } from "../../base/vec3.ts";
import type { Mesh } from "./mesh.ts";
import { at, MeshError } from "./mesh-error.ts";
import { SubmeshBuilder, triangleBudget } from "./submesh-builder.ts";
import { numberAt, textLines, type TextLine } from "./text-lines.ts";

const HEADER_BYTES = 84;
const FACET_BYTES = 50;

/**
 * Reads a text or binary file. The size that a binary file declares distinguishes the two, because its header may also
 * begin with "solid".
 */
export function readStl(bytes: Uint8Array, file: string): Mesh {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= HEADER_BYTES ? view.getUint32(80, true) : 0;
  const expected = HEADER_BYTES + count * FACET_BYTES;
  const isText = /^\s*solid\b/i.test(decoder.decode(bytes.subarray(0, 512)));
  if (bytes.length >= HEADER_BYTES && bytes.length === expected) return readBinary(view, count);
  if (isText) return readText(decoder.decode(bytes), file);
  if (bytes.length < HEADER_BYTES)
    throw new MeshError("neither text nor binary STL", undefined, "the file is too short");
  if (bytes.length < expected) {
    throw new MeshError(`it says ${count} triangles, which take ${expected} bytes, but it has ${bytes.length}`);
  }
  // Some programs write additional data after the triangles.
  return readBinary(view, count);
}

const decoder = new TextDecoder();

function readBinary(view: DataView, count: number): Mesh {
  const submesh = new SubmeshBuilder("", -1, triangleBudget());
  const vector = (offset: number): Vec3 => ({
    x: view.getFloat32(offset, true),
    y: view.getFloat32(offset + 4, true),
    z: view.getFloat32(offset + 8, true),
  });
  for (let i = 0; i < count; i++) {
    const start = HEADER_BYTES + i * FACET_BYTES;
    addFacet(submesh, vector(start), [vector(start + 12), vector(start + 24), vector(start + 36)]);
  }
  return { submeshes: submesh.isEmpty ? [] : [submesh.finish()], materials: [] };
}

function readText(text: string, file: string): Mesh {
  const budget = triangleBudget();
  const solids: SubmeshBuilder[] = [];
  let corners: Vec3[] = [];
  let normal: Vec3 = { x: 0, y: 0, z: 0 };
  for (const line of textLines(text, file)) {
    switch (line.words[0]!.toLowerCase()) {
      case "solid":
        solids.push(new SubmeshBuilder(line.text.slice(5).trim(), -1, budget));
        break;
      case "facet":
        corners = [];
        // A facet without a valid normal gets the normal of its corners.
        normal = line.words.length >= 5 ? lenientVector(line, 2) : { x: 0, y: 0, z: 0 };
        break;
      case "vertex":
        corners.push({ x: numberAt(line, 1), y: numberAt(line, 2), z: numberAt(line, 3) });
        break;
      case "endfacet": {
        const solid = solids.at(-1);
        if (solid === undefined) throw new MeshError("a facet before any solid", line.where);
        if (corners.length !== 3)
          throw new MeshError(`a facet of ${corners.length} corners`, line.where, "three make one");
        const facet = corners as [Vec3, Vec3, Vec3];
        at(line.where, () => addFacet(solid, normal, facet));
        corners = [];
        break;
      }
      case "outer":
      case "endloop":
      case "endsolid":
        break;
      default:
        throw new MeshError(`"${line.words[0]!.slice(0, 40)}" is not a keyword of STL`, line.where);
    }
  }
  const submeshes = solids.filter((solid) => !solid.isEmpty).map((solid) => solid.finish());
  return { submeshes, materials: [] };
}

function lenientVector({ words }: TextLine, from: number): Vec3 {
  return { x: Number(words[from]), y: Number(words[from + 1]), z: Number(words[from + 2]) };
}

function addFacet(submesh: SubmeshBuilder, written: Vec3, [a, b, c]: readonly [Vec3, Vec3, Vec3]): void {
  const size = written.x * written.x + written.y * written.y + written.z * written.z;
  const normal = size > 0.25 && size < 4 ? written : cross(subtract(b, a), subtract(c, a));
  const [first, second, third] = [a, b, c].map(({ x, y, z }) => submesh.corner(x, y, z, normal));
  submesh.triangle(first!, second!, third!);
}
