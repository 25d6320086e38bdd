import {
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  type BufferGeometry,
  type Material,
  type Object3D,
} from "three";
import type { Entity } from "@orrery/sim";
import { POSE, type PoseTree } from "./pose-tree.ts";
import { stretchMatrix } from "./scaled-matrix.ts";

/** A drawn shape of an entity. */
export interface Shape {
  /** The entity that it belongs to: a visual, a collision, a link for its mass. */
  readonly entity: Entity;
  /** Its node in the pose tree. */
  readonly node: number;
  readonly scale: readonly [x: number, y: number, z: number];
  /** Linear red, green, blue. */
  readonly colour: readonly [r: number, g: number, b: number];
  /** Whether it is endless ground, which is ignored when framing a view. */
  readonly isEndless?: boolean;
}

export interface BatchLook {
  readonly key: string;
  readonly geometry: BufferGeometry;
  /** A version with fewer triangles, used when there are many. */
  readonly plainGeometry?: BufferGeometry | undefined;
  readonly material: Material;
  readonly castShadow: boolean;
  readonly receiveShadow: boolean;
  /** Whether the pointer can pick it. */
  readonly isPickable: boolean;
  readonly renderOrder?: number;
}

/** Shapes of one geometry and one kind of surface: one draw call. */
export class Batch implements Disposable {
  readonly look: BatchLook;
  readonly shapes: Shape[] = [];
  mesh: InstancedMesh;
  readonly #parent: Object3D;
  /** Updated together with the shapes; separate arrays for the loop of every frame. */
  #nodes: Int32Array;
  #scales: Float32Array;
  readonly #slots = new Map<Shape, number>();
  #isStale = true;

  constructor(look: BatchLook, parent: Object3D) {
    this.look = look;
    this.#parent = parent;
    this.mesh = this.#makeMesh(8);
    this.#nodes = new Int32Array(8);
    this.#scales = new Float32Array(24);
  }

  get count(): number {
    return this.shapes.length;
  }

  slotOf(shape: Shape): number {
    return this.#slots.get(shape) ?? -1;
  }

  add(shape: Shape): void {
    const slot = this.shapes.length;
    if (slot >= this.#nodes.length) this.#grow();
    this.shapes.push(shape);
    this.#put(slot, shape);
    this.#settle();
  }

  remove(shape: Shape): void {
    const slot = this.#slots.get(shape);
    if (slot === undefined) return;
    this.#slots.delete(shape);
    const last = this.shapes.pop()!;
    if (last !== shape) {
      this.shapes[slot] = last;
      this.#put(slot, last);
    }
    this.#settle();
  }

  /** Applies a new scale of a shape. */
  rescale(shape: Shape): void {
    const slot = this.slotOf(shape);
    if (slot < 0) return;
    this.#scales.set(shape.scale, slot * 3);
    this.#isStale = true;
  }

  /** Moves the shapes to their nodes: only those that have moved, unless something else has changed. */
  update(tree: PoseTree): void {
    const { world, moved, isStretched, stretchedBy } = tree;
    const nodes = this.#nodes;
    const scales = this.#scales;
    const out = this.mesh.instanceMatrix.array as Float32Array;
    const count = this.shapes.length;
    const isStale = this.#isStale;
    let first = -1;
    let last = -1;
    for (let slot = 0; slot < count; slot++) {
      const node = nodes[slot]!;
      if (!isStale && moved[node] === 0) continue;
      writeMatrix(out, slot * 16, world, node * POSE, scales, slot * 3);
      const by = isStretched ? stretchedBy[node]! : -1;
      if (by >= 0) stretchMatrix(out, slot * 16, world, by * POSE, tree.factorsOf(by));
      if (first < 0) first = slot;
      last = slot;
    }
    this.#isStale = false;
    if (first < 0) return;
    const { instanceMatrix } = this.mesh;
    instanceMatrix.clearUpdateRanges();
    instanceMatrix.addUpdateRange(first * 16, (last - first + 1) * 16);
    instanceMatrix.needsUpdate = true;
  }

  [Symbol.dispose](): void {
    this.#parent.remove(this.mesh);
    this.mesh.dispose();
  }

  #put(slot: number, shape: Shape): void {
    this.#slots.set(shape, slot);
    this.#nodes[slot] = shape.node;
    this.#scales.set(shape.scale, slot * 3);
    const colours = this.mesh.instanceColor!;
    (colours.array as Float32Array).set(shape.colour, slot * 3);
    colours.needsUpdate = true;
    this.#isStale = true;
  }

  #settle(): void {
    const { geometry, plainGeometry = geometry } = this.look;
    this.mesh.geometry = this.shapes.length > MANY ? plainGeometry : geometry;
    this.mesh.count = this.shapes.length;
    this.mesh.visible = this.shapes.length > 0;
  }

  #grow(): void {
    const size = this.#nodes.length * 2;
    const nodes = new Int32Array(size);
    nodes.set(this.#nodes);
    this.#nodes = nodes;
    const scales = new Float32Array(size * 3);
    scales.set(this.#scales);
    this.#scales = scales;
    const before = this.mesh;
    this.mesh = this.#makeMesh(size);
    (this.mesh.instanceColor!.array as Float32Array).set(before.instanceColor!.array);
    this.#parent.remove(before);
    before.dispose();
    this.#isStale = true;
  }

  #makeMesh(size: number): InstancedMesh {
    const { geometry, material, castShadow, receiveShadow, renderOrder = 0, key } = this.look;
    const mesh = new InstancedMesh(geometry, material, size);
    mesh.name = key;
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(size * 3), 3);
    mesh.castShadow = castShadow;
    mesh.receiveShadow = receiveShadow;
    mesh.renderOrder = renderOrder;
    // Shapes of a batch may be anywhere; testing them would cost more than drawing them.
    mesh.frustumCulled = false;
    mesh.matrixAutoUpdate = false;
    mesh.count = 0;
    this.#parent.add(mesh);
    return mesh;
  }
}

/** With more shapes of one kind than this, round ones get fewer triangles. */
const MANY = 200;

/** Writes a pose and a scale as the columns of a matrix. */
export function writeMatrix(
  out: Float32Array | number[],
  to: number,
  pose: Float64Array,
  at: number,
  scale: ArrayLike<number>,
  scaleAt: number,
): void {
  const x = pose[at + 3]!;
  const y = pose[at + 4]!;
  const z = pose[at + 5]!;
  const w = pose[at + 6]!;
  const sx = scale[scaleAt]!;
  const sy = scale[scaleAt + 1]!;
  const sz = scale[scaleAt + 2]!;
  out[to] = (1 - 2 * (y * y + z * z)) * sx;
  out[to + 1] = 2 * (x * y + z * w) * sx;
  out[to + 2] = 2 * (x * z - y * w) * sx;
  out[to + 3] = 0;
  out[to + 4] = 2 * (x * y - z * w) * sy;
  out[to + 5] = (1 - 2 * (x * x + z * z)) * sy;
  out[to + 6] = 2 * (y * z + x * w) * sy;
  out[to + 7] = 0;
  out[to + 8] = 2 * (x * z + y * w) * sz;
  out[to + 9] = 2 * (y * z - x * w) * sz;
  out[to + 10] = (1 - 2 * (x * x + y * y)) * sz;
  out[to + 11] = 0;
  out[to + 12] = pose[at]!;
  out[to + 13] = pose[at + 1]!;
  out[to + 14] = pose[at + 2]!;
  out[to + 15] = 1;
}
