import { textOf } from "../../../base/error-text.ts";
import type { Problems } from "../../../scene/problem.ts";
import { MAX_FILE_BYTES, ResourceError, type Resources } from "../../resources.ts";
import type { Mesh, MeshMaterial } from "../mesh.ts";
import { at, MeshError } from "../mesh-error.ts";
import { readMtl } from "./mtl.ts";
import { SubmeshBuilder, triangleBudget } from "../submesh-builder.ts";
import { numberAt, textLines, type TextLine } from "../text-lines.ts";
import { triangulatePolygon } from "../triangulate.ts";

/** Reads Wavefront OBJ: one submesh for each group or object and material. Lines, points and curves are skipped. */
export async function readObj(bytes: Uint8Array, file: string, files: Resources, problems: Problems): Promise<Mesh> {
  const reader = new ObjReader();
  const libraries: TextLine[] = [];
  for (const line of textLines(new TextDecoder().decode(bytes), file)) {
    if (line.words[0] === "mtllib") libraries.push(line);
    else at(line.where, () => reader.read(line));
  }
  const materials = new Map<string, MeshMaterial>();
  for (const line of libraries) {
    for (const material of await readLibrary(line, file, files, problems)) materials.set(material.name, material);
  }
  return reader.finish(materials, file, problems);
}

class ObjReader {
  readonly #positions: number[] = [];
  readonly #normals: number[] = [];
  readonly #uvs: number[] = [];
  readonly #budget = triangleBudget();
  readonly #parts = new Map<string, { submesh: SubmeshBuilder; material: string }>();
  /** Numbered, because two groups of the same name are separate. */
  #group = { name: "", number: 0 };
  #material = "";

  read(line: TextLine): void {
    const { words, text } = line;
    switch (words[0]) {
      case "v":
        this.#positions.push(numberAt(line, 1), numberAt(line, 2), numberAt(line, 3));
        break;
      case "vn":
        this.#normals.push(numberAt(line, 1), numberAt(line, 2), numberAt(line, 3));
        break;
      case "vt":
        this.#uvs.push(numberAt(line, 1), words.length > 2 ? numberAt(line, 2) : 0);
        break;
      case "f":
        this.#face(line);
        break;
      case "g":
      case "o":
        this.#group = { name: text.slice(1).trim(), number: this.#group.number + 1 };
        break;
      case "usemtl":
        this.#material = text.slice("usemtl".length).trim();
        break;
      default:
    }
  }

  finish(library: ReadonlyMap<string, MeshMaterial>, file: string, problems: Problems): Mesh {
    const materials: MeshMaterial[] = [];
    const numbers = new Map<string, number>();
    const numberOf = (name: string): number => {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      const material = library.get(name);
      numbers.set(name, material === undefined ? -1 : materials.push(material) - 1);
      if (material === undefined && name !== "" && library.size > 0) {
        problems.warn("mesh-material", `no library has the material "${name}"`, { file, line: 1, column: 1 });
      }
      return numbers.get(name)!;
    };
    const submeshes = [...this.#parts.values()]
      .filter(({ submesh }) => !submesh.isEmpty)
      .map(({ submesh, material }) => ({ ...submesh.finish(), material: numberOf(material) }));
    return { submeshes, materials };
  }

  #face(line: TextLine): void {
    const count = line.words.length - 1;
    if (count < 3) throw new MeshError(`a face of ${count} corners`, line.where, "it needs three");
    const { submesh } = this.#part();
    const corners: number[] = [];
    const points: number[] = [];
    for (let i = 1; i <= count; i++) {
      const [position, uv, normal] = line.words[i]!.split("/");
      const first = 3 * index(position, this.#positions.length / 3, "v", line);
      const point = [this.#positions[first]!, this.#positions[first + 1]!, this.#positions[first + 2]!] as const;
      const turned = normal ? 3 * index(normal, this.#normals.length / 3, "vn", line) : -1;
      const mapped = uv ? 2 * index(uv, this.#uvs.length / 2, "vt", line) : -1;
      points.push(...point);
      corners.push(
        submesh.corner(
          ...point,
          turned < 0
            ? undefined
            : { x: this.#normals[turned]!, y: this.#normals[turned + 1]!, z: this.#normals[turned + 2]! },
          // OBJ counts v from the bottom of the image.
          mapped < 0 ? undefined : { u: this.#uvs[mapped]!, v: 1 - this.#uvs[mapped + 1]! },
        ),
      );
    }
    const triangles = triangulatePolygon(points);
    for (let i = 0; i < triangles.length; i += 3) {
      submesh.triangle(corners[triangles[i]!]!, corners[triangles[i + 1]!]!, corners[triangles[i + 2]!]!);
    }
  }

  #part(): { submesh: SubmeshBuilder } {
    const key = `${this.#group.number}/${this.#material}`;
    let part = this.#parts.get(key);
    if (part === undefined) {
      part = { submesh: new SubmeshBuilder(this.#group.name, -1, this.#budget), material: this.#material };
      this.#parts.set(key, part);
    }
    return part;
  }
}

/** Reads an index, which counts from 1, or from the end if it is negative. */
function index(word: string | undefined, count: number, what: string, { where }: TextLine): number {
  const number = Number(word);
  const place = number < 0 ? count + number : number - 1;
  if (Number.isInteger(number) && number !== 0 && place >= 0 && place < count) return place;
  throw new MeshError(`a face names ${what} ${String(word).slice(0, 20)}, but there are ${count}`, where);
}

/**
 * Resolves to the materials of an `mtllib` line. Problems are only warnings, because the mesh has its shape without
 * them.
 */
async function readLibrary(
  line: TextLine,
  file: string,
  files: Resources,
  problems: Problems,
): Promise<readonly MeshMaterial[]> {
  const name = line.text.slice("mtllib".length).trim();
  try {
    const found = await files.resolve(name, file);
    if (found?.kind !== "file") throw new ResourceError(`there is no file ${name}`, name);
    const bytes = await files.read(found.path, MAX_FILE_BYTES);
    return readMtl(bytes, found.path);
  } catch (error) {
    const where = error instanceof MeshError ? error.where : line.where;
    problems.warn("mesh-material", `materials are left out: ${textOf(error)}`, where);
    return [];
  }
}
