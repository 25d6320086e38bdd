import { columnNames, type CurveShape } from "./shape.ts";

/**
 * Writes what is between two samples of a curve, at a share of the way: each column on a straight line, a rotation on
 * the shorter way round. Next to a gap is a gap.
 */
export function writeBetween(
  shape: CurveShape,
  from: readonly Float64Array[],
  index: number,
  share: number,
  out: readonly Float64Array[],
  at: number,
): void {
  const width = columnNames(shape).length;
  const first = shape === "quaternion" ? 0 : shape === "pose" ? 3 : width;
  for (let column = 0; column < first; column++) {
    const values = from[column]!;
    out[column]![at] = values[index]! + share * (values[index + 1]! - values[index]!);
  }
  if (first < width) writeRotation(from, first, index, share, out, at);
}

function writeRotation(
  from: readonly Float64Array[],
  first: number,
  index: number,
  share: number,
  out: readonly Float64Array[],
  at: number,
): void {
  let product = 0;
  for (let i = first; i < first + 4; i++) product += from[i]![index]! * from[i]![index + 1]!;
  // q and −q are the same rotation; the line between them would pass through nothing.
  const sign = product < 0 ? -1 : 1;
  let square = 0;
  for (let i = first; i < first + 4; i++) {
    const value = from[i]![index]! * (1 - share) + sign * from[i]![index + 1]! * share;
    out[i]![at] = value;
    square += value * value;
  }
  const scale = 1 / Math.sqrt(square);
  for (let i = first; i < first + 4; i++) out[i]![at]! *= scale;
}
