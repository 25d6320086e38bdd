import type { Vec3 } from "../../base/vec3.ts";
import { solidMesh, type Solid } from "../../scene/solid.ts";
import { boundsOf, type Mesh } from "./mesh.ts";
import { SubmeshBuilder, triangleBudget } from "./submesh-builder.ts";

export interface MeshChoice {
  /** Uses only submeshes of this name; all if empty. */
  readonly submesh: string;
  /** Whether to move the middle of the chosen submesh to the origin. */
  readonly centerSubmesh: boolean;
  readonly scale: Vec3;
}

/**
 * Returns the colliding part of a mesh: centred, then scaled, with corners at the same place merged. Undefined if it
 * has no such submesh. Throws a MeshError if the scale makes it too large.
 */
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
  const welded = new SubmeshBuilder("", -1, triangleBudget());
  for (const { positions, indices: corners } of chosen) {
    // Looked up once per position rather than per corner: there are six times as many corners.
    const numbers = new Int32Array(positions.length / 3).fill(-1);
    const place = (corner: number): number => {
      if (numbers[corner]! >= 0) return numbers[corner]!;
      const [x, y, z] = [0, 1, 2].map((axis) => (positions[3 * corner + axis]! - middle[axis]!) * factors[axis]!);
      return (numbers[corner] = welded.corner(x!, y!, z!));
    };
    for (let i = 0; i < corners.length; i += 3) {
      const [a, b, c] = [place(corners[i]!), place(corners[i + 1]!), place(corners[i + 2]!)];
      if (isMirrored) welded.triangle(a, c, b);
      else welded.triangle(a, b, c);
    }
  }
  const { positions: vertices, indices } = welded.finish();
  return solidMesh(vertices, indices);
}
