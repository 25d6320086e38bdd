import type { BufferGeometry, Ray } from "three";

const LEAF = 8;

/** The triangles of a geometry in nested boxes, so that a ray tests only a few out of a million. */
export class TriangleTree {
  /** First corners of triangles, in the order of the leaves. */
  readonly #corners: Uint32Array;
  readonly #nodes: Node[] = [];

  constructor(geometry: BufferGeometry) {
    const positions = geometry.getAttribute("position").array as Float32Array;
    const index = geometry.index?.array;
    const count = (index?.length ?? positions.length / 3) / 3;
    this.#corners = Uint32Array.from({ length: count }, (_, i) => i * 3);
    const bounds = boundsOf(positions, index, count);
    this.#build(0, count, bounds);
  }

  /** Returns the first corners, in the geometry's index, of triangles whose boxes the ray crosses. */
  *along({ origin, direction }: Ray): Generator<number> {
    const [ox, oy, oz] = [origin.x, origin.y, origin.z];
    const [ix, iy, iz] = [1 / direction.x, 1 / direction.y, 1 / direction.z];
    const waiting = [0];
    while (waiting.length > 0) {
      const { box, from, to, left, right } = this.#nodes[waiting.pop()!]!;
      const near = Math.max(
        Math.min((box[0]! - ox) * ix, (box[3]! - ox) * ix),
        Math.min((box[1]! - oy) * iy, (box[4]! - oy) * iy),
        Math.min((box[2]! - oz) * iz, (box[5]! - oz) * iz),
        0,
      );
      const far = Math.min(
        Math.max((box[0]! - ox) * ix, (box[3]! - ox) * ix),
        Math.max((box[1]! - oy) * iy, (box[4]! - oy) * iy),
        Math.max((box[2]! - oz) * iz, (box[5]! - oz) * iz),
      );
      if (near > far) continue;
      if (left < 0) for (let i = from; i < to; i++) yield this.#corners[i]!;
      else waiting.push(left, right);
    }
  }

  #build(from: number, to: number, bounds: Float32Array): number {
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let i = from; i < to; i++) {
      const at = (this.#corners[i]! / 3) * 6;
      for (let k = 0; k < 3; k++) {
        box[k] = Math.min(box[k]!, bounds[at + k]!);
        box[3 + k] = Math.max(box[3 + k]!, bounds[at + 3 + k]!);
      }
    }
    const node: Node = { box, from, to, left: -1, right: -1 };
    const place = this.#nodes.push(node) - 1;
    if (to - from <= LEAF) return place;
    const sizes = [0, 1, 2].map((k) => box[3 + k]! - box[k]!);
    const axis = sizes.indexOf(Math.max(...sizes));
    const middle = (corner: number): number => bounds[corner * 2 + axis]! + bounds[corner * 2 + 3 + axis]!;
    this.#corners.subarray(from, to).sort((a, b) => middle(a) - middle(b));
    const half = (from + to) >> 1;
    node.left = this.#build(from, half, bounds);
    node.right = this.#build(half, to, bounds);
    return place;
  }
}

interface Node {
  /** Lowest x, y, z, then highest. */
  readonly box: readonly number[];
  readonly from: number;
  readonly to: number;
  /** −1 for a leaf. */
  left: number;
  right: number;
}

function boundsOf(positions: Float32Array, index: ArrayLike<number> | undefined, count: number): Float32Array {
  const bounds = new Float32Array(count * 6);
  for (let triangle = 0; triangle < count; triangle++) {
    for (let k = 0; k < 3; k++) {
      const value = (corner: number): number =>
        positions[(index?.[triangle * 3 + corner] ?? triangle * 3 + corner) * 3 + k]!;
      bounds[triangle * 6 + k] = Math.min(value(0), value(1), value(2));
      bounds[triangle * 6 + 3 + k] = Math.max(value(0), value(1), value(2));
    }
  }
  return bounds;
}
