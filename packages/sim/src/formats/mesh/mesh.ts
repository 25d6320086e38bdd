import type { Vec3 } from "../../base/vec3.ts";
import type { Color } from "../../scene/color.ts";

/**
 * The contents of a mesh file as triangles in metres, in the axes that Gazebo uses: the file's own, whichever it
 * declares as up.
 */
export interface Mesh {
  readonly submeshes: readonly Submesh[];
  readonly materials: readonly MeshMaterial[];
}

export interface Submesh {
  /** Name of the node, object or solid, which `<submesh><name>` selects. May not be unique. */
  readonly name: string;
  /** x y z x y z …, finite. */
  readonly positions: Float32Array;
  /** One unit vector per position. */
  readonly normals: Float32Array | undefined;
  /** u to the right, v down from the top of the image. */
  readonly uvs: Float32Array | undefined;
  /** Three per triangle, counter-clockwise as seen from outside; each is below the number of positions. */
  readonly indices: Uint32Array;
  /** Index in `materials`; -1 if the file gives none. */
  readonly material: number;
}

export interface MeshMaterial {
  readonly name: string;
  readonly diffuse: Color;
  readonly ambient: Color;
  readonly specular: Color;
  readonly emissive: Color;
  /** 0 to 1; undefined if the format has no such value. */
  readonly metalness: number | undefined;
  readonly roughness: number | undefined;
  readonly doubleSided: boolean;
  readonly texture: MeshTexture | undefined;
  readonly normalMap: MeshTexture | undefined;
  readonly emissiveMap: MeshTexture | undefined;
  readonly metalnessMap: MeshTexture | undefined;
  readonly roughnessMap: MeshTexture | undefined;
}

export type MeshTexture =
  /** A file, named as written; relative to the file that contains the name. */
  | { readonly type: "file"; readonly uri: string; readonly from: string }
  /** Data inside the mesh file, still encoded as PNG or JPEG. */
  | { readonly type: "data"; readonly mimeType: string; readonly bytes: Uint8Array };

/** Per file; nodes that are shown several times count each time. */
export const MAX_TRIANGLES = 4_000_000;
/** In metres. At this distance single precision resolves centimetres, and no square overflows. */
export const MAX_COORDINATE = 1e9;

export const plainMaterial: MeshMaterial = {
  name: "",
  diffuse: { r: 0.8, g: 0.8, b: 0.8, a: 1 },
  ambient: { r: 0.8, g: 0.8, b: 0.8, a: 1 },
  specular: { r: 0, g: 0, b: 0, a: 1 },
  emissive: { r: 0, g: 0, b: 0, a: 1 },
  metalness: undefined,
  roughness: undefined,
  doubleSided: false,
  texture: undefined,
  normalMap: undefined,
  emissiveMap: undefined,
  metalnessMap: undefined,
  roughnessMap: undefined,
};

/** Returns the corners of the box around all positions; undefined if there are none. */
export function boundsOf(parts: readonly Pick<Submesh, "positions">[]): { min: Vec3; max: Vec3 } | undefined {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of parts) {
    for (let i = 0; i < positions.length; i++) {
      const value = positions[i]!;
      if (value < min[i % 3]!) min[i % 3] = value;
      if (value > max[i % 3]!) max[i % 3] = value;
    }
  }
  if (min[0]! > max[0]!) return undefined;
  return { min: { x: min[0]!, y: min[1]!, z: min[2]! }, max: { x: max[0]!, y: max[1]!, z: max[2]! } };
}
