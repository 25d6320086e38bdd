import type { Vec3 } from "../../../base/vec3.ts";
import { solidHeightmap, type Solid } from "../../../scene/solid.ts";
import { MeshError } from "../mesh-error.ts";
import { isPng, readPng } from "./png.ts";

const MAX_HEIGHTS = 1 << 24;

/**
 * Returns the terrain that a picture describes, as Gazebo reads it: the brightest pixel has the height `size.z`, and
 * black is 0. The top of the picture is at +y, its left at −x. There are `sampling` heights per pixel, interpolated
 * linearly.
 */
export function readHeightmap(
  bytes: Uint8Array,
  { size, sampling }: { readonly size: Vec3; readonly sampling: number },
): Solid & { type: "heightmap" } {
  if (!isPng(bytes)) {
    throw new MeshError("heights are read from PNG pictures only", undefined, "DEM and GeoTIFF files are not read");
  }
  const { width, height, values } = readPng(bytes);
  const columns = (width - 1) * sampling + 1;
  const rows = (height - 1) * sampling + 1;
  if (columns < 2 || rows < 2) throw new MeshError(`a picture of ${width} × ${height} is too small for a ground`);
  if (columns * rows > MAX_HEIGHTS) {
    throw new MeshError(
      `${columns} × ${rows} heights; at most ${MAX_HEIGHTS} are read`,
      undefined,
      "a smaller <sampling>",
    );
  }
  const brightest = values.reduce((most, value) => Math.max(most, value), 0);
  const scale = brightest === 0 ? 1 : size.z / brightest;
  const heights = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    const y = (rows - 1 - row) / sampling;
    for (let column = 0; column < columns; column++) {
      heights[row * columns + column] = between(values, width, height, column / sampling, y) * scale;
    }
  }
  return solidHeightmap({ columns, rows, heights, size: { x: size.x, y: size.y } });
}

function between(values: Float32Array, width: number, height: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, bottom] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)];
  const [dx, dy] = [x - left, y - top];
  const at = (column: number, row: number): number => values[row * width + column]!;
  const upper = at(left, top) * (1 - dx) + at(right, top) * dx;
  const lower = at(left, bottom) * (1 - dx) + at(right, bottom) * dx;
  return upper * (1 - dy) + lower * dy;
}
