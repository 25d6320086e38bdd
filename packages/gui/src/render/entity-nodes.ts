import type { Entity, Pose as PoseValue, Vec3, World } from "@orrery/sim";
import type { Delta } from "@orrery/sim/host";
import { Pose } from "@orrery/sim/components";
import { POSE, type PoseTree } from "./pose-tree.ts";

/** A pose at which something is shown, regardless of the world; `factors` scale it along its own axes. */
export interface Held {
  /** Relative to its parent; for models and lights directly below the world, in the world. */
  readonly pose: PoseValue;
  readonly factors?: Vec3 | undefined;
}

/** Where entities are: nodes in the pose tree for the requested entities and their ancestors. */
export class EntityNodes {
  readonly tree: PoseTree;
  readonly #world: World;
  readonly #nodes = new Map<Entity, number>();
  /** Includes entities that have no node yet, or will get a new one. */
  readonly #held = new Map<Entity, Held>();

  constructor(world: World, tree: PoseTree) {
    this.#world = world;
    this.tree = tree;
  }

  /** Returns an entity's node; −1 if the entity has none because it is at the world's origin. */
  of(entity: Entity): number {
    const known = this.#nodes.get(entity);
    if (known !== undefined) return known;
    const world = this.#world;
    if (entity === 0 || !world.exists(entity)) return -1;
    const parent = world.parentOf(entity);
    // The world has no node.
    if (parent === 0 && !world.has(entity, Pose)) return -1;
    const node = this.tree.add(this.of(parent));
    this.#nodes.set(entity, node);
    this.#place(entity, node);
    const held = this.#held.get(entity);
    if (held !== undefined) this.#hold(node, held);
    return node;
  }

  hold(entity: Entity, held: Held): void {
    this.#held.set(entity, held);
    const node = this.of(entity);
    if (node >= 0) this.#hold(node, held);
  }

  letGo(entity: Entity): void {
    this.#held.delete(entity);
    const node = this.#nodes.get(entity);
    if (node !== undefined) this.tree.letGo(node);
  }

  /** Adds a node at a pose in an entity, for something that is not an entity itself. */
  within(entity: Entity, pose: ArrayLike<number>): number {
    const node = this.tree.add(this.of(entity));
    this.tree.place(node, pose, 0);
    return node;
  }

  forget(isGone: (entity: Entity) => boolean): void {
    for (const entity of [...this.#nodes.keys()]) if (isGone(entity)) this.#nodes.delete(entity);
  }

  clear(): void {
    this.#nodes.clear();
    this.tree.clear();
  }

  /**
   * Returns whether the tree is still valid; false if a parent now comes after its child, so that everything must be
   * rebuilt.
   */
  reparent({ placed }: Delta): boolean {
    let holds = true;
    for (const { entity, parent } of placed) {
      const node = this.#nodes.get(entity);
      if (node === undefined) continue;
      const above = this.of(parent);
      if (this.tree.parents[node] !== above && !this.tree.setParent(node, above)) holds = false;
    }
    return holds;
  }

  /** Starts the motion of everything whose pose was written, or moves it at once. Returns how many moved. */
  take({ set, unset }: Delta, { atOnce }: { readonly atOnce: boolean }): number {
    const { tree } = this;
    let count = 0;
    for (const { component, entities, data } of set) {
      if (component !== Pose) continue;
      const poses = data as Float64Array;
      for (let i = 0; i < entities.length; i++) {
        const node = this.#nodes.get(entities[i]! as Entity);
        if (node === undefined) continue;
        count++;
        if (atOnce) tree.place(node, poses, i * POSE);
        else tree.send(node, poses, i * POSE);
      }
    }
    for (const { entity, component } of unset) {
      const node = component === Pose ? this.#nodes.get(entity) : undefined;
      if (node !== undefined) tree.place(node, [0, 0, 0, 0, 0, 0, 1], 0);
    }
    return count;
  }

  #hold(node: number, { pose: { x, y, z, qx, qy, qz, qw }, factors }: Held): void {
    this.tree.hold(node, [x, y, z, qx, qy, qz, qw], factors);
  }

  #place(entity: Entity, node: number): void {
    const column = this.#world.column(Pose);
    const row = column.row(entity);
    if (row >= 0) this.tree.place(node, column.data, row * POSE);
  }
}
