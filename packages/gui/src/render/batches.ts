import { Group } from "three";
import { Batch, type BatchLook, type Shape } from "./batch.ts";
import type { PoseTree } from "./pose-tree.ts";

/** The shapes of one layer, grouped so that they take few draw calls. */
export class Batches {
  readonly group = new Group();
  readonly #byKey = new Map<string, Batch>();

  constructor(name: string) {
    this.group.name = name;
    this.group.matrixAutoUpdate = false;
  }

  get list(): Iterable<Batch> {
    return this.#byKey.values();
  }

  get shapeCount(): number {
    let count = 0;
    for (const batch of this.#byKey.values()) count += batch.count;
    return count;
  }

  /** Adds a shape to its batch. `look` is called only if there is no batch for that key yet. */
  add(key: string, look: () => BatchLook, shape: Shape): Batch {
    let batch = this.#byKey.get(key);
    if (batch === undefined) this.#byKey.set(key, (batch = new Batch(look(), this.group)));
    batch.add(shape);
    return batch;
  }

  update(tree: PoseTree): void {
    for (const batch of this.#byKey.values()) batch.update(tree);
  }

  clear(): void {
    for (const batch of this.#byKey.values()) batch[Symbol.dispose]();
    this.#byKey.clear();
  }
}
