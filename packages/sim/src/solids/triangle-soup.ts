/** Independent triangles: nine numbers each. */
export type TriangleSoup = Float64Array;

export function soupOf(vertices: ArrayLike<number>, indices: ArrayLike<number>): TriangleSoup {
  const soup = new Float64Array(3 * indices.length);
  for (let i = 0; i < indices.length; i++) {
    for (let axis = 0; axis < 3; axis++) soup[3 * i + axis] = vertices[3 * indices[i]! + axis]!;
  }
  return soup;
}

/**
 * Returns the parts below and above a plane perpendicular to an axis. A triangle in the plane belongs to the solid
 * behind it.
 */
export function splitSoup(soup: TriangleSoup, axis: number, at: number): [TriangleSoup, TriangleSoup] {
  const below: number[] = [];
  const above: number[] = [];
  for (let i = 0; i < soup.length; i += 9) {
    const [a, b, c] = [soup[i + axis]!, soup[i + 3 + axis]!, soup[i + 6 + axis]!];
    const [least, most] = [Math.min(a, b, c), Math.max(a, b, c)];
    if (least === at && most === at) copy(soup, i, facesUp(soup, i, axis) ? below : above);
    else if (most <= at) copy(soup, i, below);
    else if (least >= at) copy(soup, i, above);
    else {
      clip(soup, i, axis, at, 1, below);
      clip(soup, i, axis, at, -1, above);
    }
  }
  return [Float64Array.from(below), Float64Array.from(above)];
}

function facesUp(soup: TriangleSoup, i: number, axis: number): boolean {
  const [p, q] = [(axis + 1) % 3, (axis + 2) % 3];
  const [up, uq] = [soup[i + 3 + p]! - soup[i + p]!, soup[i + 3 + q]! - soup[i + q]!];
  const [vp, vq] = [soup[i + 6 + p]! - soup[i + p]!, soup[i + 6 + q]! - soup[i + q]!];
  return up * vq - uq * vp > 0;
}

function copy(soup: TriangleSoup, i: number, out: number[]): void {
  for (let k = 0; k < 9; k++) out.push(soup[i + k]!);
}

/** Returns the part of triangle `i` below the plane (`side` 1) or above it (−1): one or two triangles. */
function clip(soup: TriangleSoup, i: number, axis: number, at: number, side: number, out: number[]): void {
  const corners: number[][] = [];
  for (let k = 0; k < 3; k++) {
    const from = [0, 1, 2].map((n) => soup[i + 3 * k + n]!);
    const to = [0, 1, 2].map((n) => soup[i + 3 * ((k + 1) % 3) + n]!);
    const [start, end] = [(at - from[axis]!) * side, (at - to[axis]!) * side];
    if (start >= 0) corners.push(from);
    if (start < 0 === end < 0 || start === 0 || end === 0) continue;
    const share = start / (start - end);
    const crossing = from.map((value, n) => value + share * (to[n]! - value));
    // Set exactly to the plane, so that both halves have the same point.
    crossing[axis] = at;
    corners.push(crossing);
  }
  for (let k = 2; k < corners.length; k++) out.push(...corners[0]!, ...corners[k - 1]!, ...corners[k]!);
}
