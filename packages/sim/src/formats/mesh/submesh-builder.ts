import { MAX_COORDINATE, MAX_TRIANGLES, type Submesh } from "./mesh.ts";
import { MeshError } from "./mesh-error.ts";

/**
 * Triangles that a file may still add, in all its submeshes: nodes that are shown repeatedly could grow exponentially.
 */
export interface TriangleBudget {
  left: number;
}

export function triangleBudget(): TriangleBudget {
  return { left: MAX_TRIANGLES };
}

/** Takes triangles from the budget. Throws a MeshError if too few are left. */
export function spend(budget: TriangleBudget, triangles: number): void {
  budget.left -= triangles;
  if (budget.left < 0) throw new MeshError(`more than ${MAX_TRIANGLES} triangles`, undefined, "simplify the mesh");
}

/** x y z, normal, and u v of one corner. */
const RECORD = 8;

/** Collects the corners of triangles; identical corners become one vertex. */
export class SubmeshBuilder {
  readonly name: string;
  readonly material: number;
  #records = new Float32Array(64 * RECORD);
  #bits = new Uint32Array(this.#records.buffer);
  #count = 0;
  #indices = new Uint32Array(192);
  #indexCount = 0;
  /** Vertex numbers by hash, plus one. */
  #table = new Uint32Array(256);
  #hasNormals = true;
  #hasUvs = true;
  readonly #budget: TriangleBudget;

  constructor(name: string, material: number, budget: TriangleBudget) {
    this.name = name;
    this.material = material;
    this.#budget = budget;
  }

  get isEmpty(): boolean {
    return this.#indexCount === 0;
  }

  /**
   * Adds a corner and returns the number of its vertex. Throws a MeshError if its position is not finite or too far
   * away. If one corner has no normal, none has.
   */
  corner(
    x: number,
    y: number,
    z: number,
    normal?: { readonly x: number; readonly y: number; readonly z: number },
    uv?: { readonly u: number; readonly v: number },
  ): number {
    checkCoordinates(x, y, z);
    if (this.#count * RECORD === this.#records.length) this.#grow();
    const at = this.#count * RECORD;
    const records = this.#records;
    // Adding zero turns −0 into 0.
    records[at] = x + 0;
    records[at + 1] = y + 0;
    records[at + 2] = z + 0;
    this.#hasNormals &&= normal !== undefined;
    this.#hasUvs &&= uv !== undefined;
    const size = normal === undefined ? 0 : Math.sqrt(normal.x * normal.x + normal.y * normal.y + normal.z * normal.z);
    const isSound = size > 0 && size < Infinity;
    this.#hasNormals &&= isSound;
    records[at + 3] = isSound ? normal!.x / size + 0 : 0;
    records[at + 4] = isSound ? normal!.y / size + 0 : 0;
    records[at + 5] = isSound ? normal!.z / size + 0 : 0;
    records[at + 6] = Number.isFinite(uv?.u) ? uv!.u + 0 : 0;
    records[at + 7] = Number.isFinite(uv?.v) ? uv!.v + 0 : 0;
    return this.#known(at);
  }

  triangle(a: number, b: number, c: number): void {
    // A triangle with two equal corners has no area.
    if (a === b || b === c || c === a) return;
    spend(this.#budget, 1);
    if (this.#indexCount === this.#indices.length) {
      const grown = new Uint32Array(this.#indices.length * 2);
      grown.set(this.#indices);
      this.#indices = grown;
    }
    this.#indices[this.#indexCount++] = a;
    this.#indices[this.#indexCount++] = b;
    this.#indices[this.#indexCount++] = c;
  }

  finish(): Submesh {
    const part = (offset: number, size: number): Float32Array => {
      const values = new Float32Array(this.#count * size);
      for (let vertex = 0; vertex < this.#count; vertex++) {
        for (let i = 0; i < size; i++) values[vertex * size + i] = this.#records[vertex * RECORD + offset + i]!;
      }
      return values;
    };
    return {
      name: this.name,
      positions: part(0, 3),
      normals: this.#hasNormals ? part(3, 3) : undefined,
      uvs: this.#hasUvs ? part(6, 2) : undefined,
      indices: this.#indices.slice(0, this.#indexCount),
      material: this.material,
    };
  }

  /** Returns the vertex that equals the record at `at`; if there is none, the record becomes a new vertex. */
  #known(at: number): number {
    const bits = this.#bits;
    const mask = this.#table.length - 1;
    let hash = 0;
    for (let i = 0; i < RECORD; i++) hash = Math.imul(hash ^ bits[at + i]!, 0x9e3779b1) ^ (hash >>> 15);
    for (let slot = (hash ^ (hash >>> 16)) & mask; ; slot = (slot + 1) & mask) {
      const other = this.#table[slot]! - 1;
      if (other < 0) {
        this.#table[slot] = this.#count + 1;
        return this.#count++;
      }
      let isSame = true;
      for (let i = 0; i < RECORD && isSame; i++) isSame = bits[other * RECORD + i] === bits[at + i];
      if (isSame) return other;
    }
  }

  #grow(): void {
    const records = new Float32Array(this.#records.length * 2);
    records.set(this.#records);
    this.#records = records;
    this.#bits = new Uint32Array(records.buffer);
    this.#table = new Uint32Array(this.#table.length * 2);
    const count = this.#count;
    this.#count = 0;
    while (this.#count < count) this.#known(this.#count * RECORD);
  }
}

export function checkCoordinates(x: number, y: number, z: number): void {
  const isSound = Math.abs(x) <= MAX_COORDINATE && Math.abs(y) <= MAX_COORDINATE && Math.abs(z) <= MAX_COORDINATE;
  if (!isSound) throw new MeshError(`a position is ${x} ${y} ${z}`, undefined, `metres, at most ${MAX_COORDINATE}`);
}
