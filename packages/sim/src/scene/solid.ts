import { Hash128 } from "../base/hash.ts";

/**
 * The shape that a collision gets from a file or an outline, as the numbers that an engine needs. Immutable; equal ones
 * have equal keys, so that all collisions with one shape share it.
 */
export type Solid =
  /** Triangles in metres, counter-clockwise as seen from outside; equal corners share a vertex. */
  | { readonly type: "mesh"; readonly key: string; readonly vertices: Float32Array; readonly indices: Uint32Array }
  /** As in ShapeGeometry. */
  | {
      readonly type: "heightmap";
      readonly key: string;
      readonly columns: number;
      readonly rows: number;
      readonly heights: Float32Array;
      readonly size: { readonly x: number; readonly y: number };
    };

export function solidMesh(vertices: Float32Array, indices: Uint32Array): Solid & { type: "mesh" } {
  const key = new Hash128().text("mesh").bytes(bytesOf(vertices)).bytes(bytesOf(indices)).hex();
  return { type: "mesh", key, vertices, indices };
}

export function solidHeightmap(map: {
  readonly columns: number;
  readonly rows: number;
  readonly heights: Float32Array;
  readonly size: { readonly x: number; readonly y: number };
}): Solid & { type: "heightmap" } {
  const { columns, rows, heights, size } = map;
  const hash = new Hash128().text("heightmap").number(columns).number(rows).number(size.x).number(size.y);
  return { type: "heightmap", key: hash.bytes(bytesOf(heights)).hex(), columns, rows, heights, size };
}

function bytesOf(array: Float32Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
