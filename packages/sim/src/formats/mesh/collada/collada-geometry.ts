import type { Vec3 } from "../../../base/vec3.ts";
import type { Problems } from "../../../scene/problem.ts";
import { attributeOf, childOf, childrenOf, placeOf, type XmlElement } from "../../xml.ts";
import { isReflection, normalMatrix, transform, type Matrix } from "../matrix.ts";
import { MAX_TRIANGLES, type Submesh } from "../mesh.ts";
import { at, MeshError } from "../mesh-error.ts";
import { SubmeshBuilder, type TriangleBudget } from "../submesh-builder.ts";
import { triangulatePolygon } from "../triangulate.ts";
import { indicesIn, numbersIn } from "../xml-numbers.ts";

type Find = (url: string | undefined) => XmlElement | undefined;

/** A `<source>`: `stride` numbers per item. */
interface Source {
  readonly values: readonly number[];
  readonly stride: number;
  readonly offset: number;
  readonly count: number;
}

/** The inputs of each corner of a primitive, and their places among its indices. */
interface Inputs {
  /** Indices per corner. */
  readonly stride: number;
  readonly position: Input;
  readonly normal: Input | undefined;
  readonly uv: Input | undefined;
}

interface Input {
  readonly offset: number;
  readonly source: Source;
}

/** Reads the geometries of one Collada file. */
export class ColladaGeometries {
  readonly #find: Find;
  readonly #budget: TriangleBudget;
  readonly #problems: Problems;
  /** Shapes that are shown several times are parsed only once. */
  readonly #sources = new Map<XmlElement, Source>();
  readonly #indices = new Map<XmlElement, number[]>();
  /** Corners visited so far, including those of polygons that result in no triangle. */
  #corners = 0;

  constructor(find: Find, budget: TriangleBudget, problems: Problems) {
    this.#find = find;
    this.#budget = budget;
    this.#problems = problems;
  }

  /** Returns one submesh for each primitive of the geometry; `materials` returns the number of a material symbol. */
  place(geometry: XmlElement, name: string, matrix: Matrix, materials: (symbol: string) => number): Submesh[] {
    const mesh = childOf(geometry, "mesh") ?? childOf(geometry, "convex_mesh");
    if (mesh === undefined) return [];
    const submeshes: Submesh[] = [];
    for (const primitive of mesh.children) {
      const polygons = this.#polygons(primitive);
      if (polygons === undefined) continue;
      const submesh = new SubmeshBuilder(name, materials(attributeOf(primitive, "material") ?? ""), this.#budget);
      this.#fill(submesh, primitive, polygons, matrix);
      if (!submesh.isEmpty) submeshes.push(submesh.finish());
    }
    return submeshes;
  }

  /** Returns the corners of each polygon, as numbers of index groups; undefined for primitives without a surface. */
  #polygons(primitive: XmlElement): Polygons | undefined {
    const lists = (): XmlElement[] => childrenOf(primitive, "p");
    switch (primitive.name) {
      case "triangles":
        return { lists: lists(), cut: (corners) => grouped(corners, () => 3) };
      case "polylist": {
        const counts = childOf(primitive, "vcount");
        const sizes = counts === undefined ? [] : this.#indicesOf(counts);
        return { lists: lists(), cut: (corners) => grouped(corners, (i) => sizes[i] ?? 0) };
      }
      case "polygons": {
        const holed = childrenOf(primitive, "ph");
        if (holed.length > 0) {
          this.#problems.warn("mesh-holes", "holes in polygons are filled", placeOf(holed[0]!));
        }
        return {
          lists: [...lists(), ...holed.flatMap((one) => childrenOf(one, "p").slice(0, 1))],
          cut: (corners) => grouped(corners, () => corners),
        };
      }
      case "tristrips":
        return { lists: lists(), cut: (corners) => triples(corners, (i) => (i % 2 === 0 ? [i, i + 1] : [i + 1, i])) };
      case "trifans":
        return { lists: lists(), cut: (corners) => triples(corners, (i) => [0, i + 1]) };
      default:
        return undefined;
    }
  }

  #fill(submesh: SubmeshBuilder, primitive: XmlElement, { lists, cut }: Polygons, matrix: Matrix): void {
    const inputs = this.#inputs(primitive);
    const placement = { matrix, normals: normalMatrix(matrix), flips: isReflection(matrix) };
    for (const list of lists) {
      const indices = this.#indicesOf(list);
      const corners = Math.floor(indices.length / inputs.stride);
      this.#corners += corners;
      if (this.#corners > 6 * MAX_TRIANGLES) throw new MeshError("it shows too many polygons", placeOf(list));
      at(placeOf(list), () => {
        for (const polygon of cut(corners)) addPolygon(submesh, polygon, inputs, indices, placement);
      });
    }
  }

  #inputs(primitive: XmlElement): Inputs {
    let stride = 1;
    let position: Inputs["position"] | undefined;
    let normal: Inputs["normal"];
    let uv: Inputs["uv"];
    for (const input of childrenOf(primitive, "input")) {
      const offset = Number(attributeOf(input, "offset") ?? 0);
      if (!Number.isInteger(offset) || offset < 0 || offset > 100) {
        throw new MeshError(`<input offset="${offset}"> is out of range`, placeOf(input));
      }
      stride = Math.max(stride, offset + 1);
      const semantic = attributeOf(input, "semantic");
      if (semantic === "VERTEX") {
        const vertices = this.#find(attributeOf(input, "source"));
        for (const part of vertices === undefined ? [] : childrenOf(vertices, "input")) {
          const partSemantic = attributeOf(part, "semantic");
          if (partSemantic === "POSITION") position = { offset, source: this.#source(part, 3) };
          else if (partSemantic === "NORMAL") normal ??= { offset, source: this.#source(part, 3) };
          else if (partSemantic === "TEXCOORD") uv ??= { offset, source: this.#source(part, 2) };
        }
      } else if (semantic === "POSITION") position ??= { offset, source: this.#source(input, 3) };
      else if (semantic === "NORMAL") normal = { offset, source: this.#source(input, 3) };
      else if (semantic === "TEXCOORD") uv ??= { offset, source: this.#source(input, 2) };
    }
    if (position === undefined) throw new MeshError(`<${primitive.name}> has no positions`, placeOf(primitive));
    return { stride, position, normal, uv };
  }

  #source(input: XmlElement, size: number): Source {
    const element = this.#find(attributeOf(input, "source"));
    if (element === undefined) {
      throw new MeshError(
        `<input> names the source "${attributeOf(input, "source") ?? ""}", which is not there`,
        placeOf(input),
      );
    }
    const known = this.#sources.get(element);
    if (known !== undefined) return known;
    const technique = childOf(element, "technique_common");
    const accessor = technique && childOf(technique, "accessor");
    const named = accessor && this.#find(attributeOf(accessor, "source"));
    const array = named?.name === "float_array" ? named : childOf(element, "float_array");
    if (array === undefined) throw new MeshError("<source> has no <float_array>", placeOf(element));
    const values = numbersIn(array);
    const stride = Number((accessor && attributeOf(accessor, "stride")) ?? size);
    const offset = Number((accessor && attributeOf(accessor, "offset")) ?? 0);
    if (!Number.isInteger(stride) || stride < size || !Number.isInteger(offset) || offset < 0) {
      throw new MeshError(`<accessor> with stride ${stride} and offset ${offset}`, placeOf(element), `stride ${size}`);
    }
    const count = Math.max(0, Math.floor((values.length - offset - size) / stride) + 1);
    const source = { values, stride, offset, count };
    this.#sources.set(element, source);
    return source;
  }

  #indicesOf(element: XmlElement): number[] {
    let indices = this.#indices.get(element);
    if (indices === undefined) this.#indices.set(element, (indices = indicesIn(element)));
    return indices;
  }
}

interface Polygons {
  /** `<p>` elements. */
  readonly lists: readonly XmlElement[];
  /** Divides a list of this many corners into polygons. */
  readonly cut: (corners: number) => Iterable<number[]>;
}

/** Yields corners one after another, `size(i)` of them for polygon i. */
function* grouped(corners: number, size: (polygon: number) => number): Generator<number[]> {
  let polygon = 0;
  for (let first = 0; first < corners;) {
    const count = size(polygon++);
    if (count < 1 || first + count > corners) return;
    if (count >= 3) yield Array.from({ length: count }, (_, i) => first + i);
    first += count;
  }
}

function* triples(corners: number, first: (triangle: number) => [number, number]): Generator<number[]> {
  for (let i = 0; i + 2 < corners; i++) yield [...first(i), i + 2];
}

interface Placement {
  readonly matrix: Matrix;
  readonly normals: Matrix;
  readonly flips: boolean;
}

function addPolygon(
  submesh: SubmeshBuilder,
  polygon: readonly number[],
  inputs: Inputs,
  indices: readonly number[],
  { matrix, normals, flips }: Placement,
): void {
  const points: number[] = [];
  const numbers = polygon.map((corner) => {
    const first = corner * inputs.stride;
    const place = transform(matrix, vectorAt(inputs.position, indices, first));
    points.push(place.x, place.y, place.z);
    const normal = inputs.normal && transform(normals, vectorAt(inputs.normal, indices, first));
    const uv = inputs.uv && pairAt(inputs.uv, indices, first);
    return submesh.corner(place.x, place.y, place.z, normal, uv);
  });
  const triangles = triangulatePolygon(points);
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [numbers[triangles[i]!]!, numbers[triangles[i + 1]!]!, numbers[triangles[i + 2]!]!];
    if (flips) submesh.triangle(a, c, b);
    else submesh.triangle(a, b, c);
  }
}

/** Returns the offset in the source's numbers of a corner's item; the corner's indices begin at `first`. */
function itemAt({ offset, source }: Input, indices: readonly number[], first: number): number {
  const index = indices[first + offset]!;
  if (index < source.count) return source.offset + index * source.stride;
  throw new MeshError(`<p> names item ${index} of ${source.count}`);
}

function vectorAt(input: Input, indices: readonly number[], first: number): Vec3 {
  const item = itemAt(input, indices, first);
  const { values } = input.source;
  return { x: values[item]!, y: values[item + 1]!, z: values[item + 2]! };
}

/** Reads a pair of texture coordinates, flipping v: Collada counts it from the bottom of the image. */
function pairAt(input: Input, indices: readonly number[], first: number): { u: number; v: number } {
  const item = itemAt(input, indices, first);
  return { u: input.source.values[item]!, v: 1 - input.source.values[item + 1]! };
}
