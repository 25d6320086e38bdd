import type { Vec3 } from "../../base/vec3.ts";
import { solidMesh, type Solid } from "../../scene/solid.ts";
import { boundsOf, type Mesh } from "./mesh.ts";

export interface MeshChoice {
  /** Only submeshes of this name; empty is all. */
  readonly submesh: string;
  /** Put the middle of the chosen one at the origin. */
  readonly centerSubmesh: boolean;
  readonly scale: Vec3;
}

/** What of a mesh collides: centred, then scaled, corners in one place made one. Undefined when it has no such submesh. */
export function collisionMesh(mesh: Mesh, choice: MeshChoice): (Solid & { type: "mesh" }) | undefined {
  const { submesh, centerSubmesh, scale } = choice;
  const chosen = submesh === "" ? mesh.submeshes : mesh.submeshes.filter(({ name }) => name === submesh);
  const bounds = boundsOf(chosen);
  if (bounds === undefined) return undefined;
  const { min, max } = bounds;
  const isCentred = submesh !== "" && centerSubmesh;
  const middle = isCentred ? [(min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2] : [0, 0, 0];
  const factors = [scale.x, scale.y, scale.z];
  const isMirrored = scale.x * scale.y * scale.z < 0;
  const welder = new Welder();
  const indices: number[] = [];
  for (const { positions, indices: corners } of chosen) {
    const place = (corner: number): number => {
      const [x, y, z] = [0, 1, 2].map((axis) => (positions[3 * corner + axis]! - middle[axis]!) * factors[axis]!);
      return welder.vertex(x!, y!, z!);
    };
    for (let i = 0; i < corners.length; i += 3) {
      const [a, b, c] = [place(corners[i]!), place(corners[i + 1]!), place(corners[i + 2]!)];
      // A triangle that has become a line has no area to touch.
      if (a === b || b === c || c === a) continue;
      if (isMirrored) indices.push(a, c, b);
      else indices.push(a, b, c);
    }
  }
  return solidMesh(welder.vertices(), Uint32Array.from(indices));
}

/** Numbers places; the same place always gets the same number. */
class Welder {
  readonly #numbers = new Map<number, Map<number, Map<number, number>>>();
  readonly #vertices: number[] = [];

  vertex(x: number, y: number, z: number): number {
    const place = [x, y, z].map((value) => Math.fround(value) + 0);
    const byY = entry(this.#numbers, place[0]!, () => new Map<number, Map<number, number>>());
    const byZ = entry(byY, place[1]!, () => new Map<number, number>());
    return entry(byZ, place[2]!, () => {
      this.#vertices.push(...place);
      return this.#vertices.length / 3 - 1;
    });
  }

  vertices(): Float32Array {
    return Float32Array.from(this.#vertices);
  }
}

function entry<V>(map: Map<number, V>, key: number, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
