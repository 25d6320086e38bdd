import type { Entity } from "@orrery/sim";
import { Group, type Object3D } from "three";
import type { EntityNodes } from "./entity-nodes.ts";
import { POSE } from "./pose-tree.ts";
import { writeMatrix } from "./batch.ts";

/** Objects at the places of entities, to attach things to. Created on first use. */
export class Anchors {
  readonly group = new Group();
  readonly #nodes: EntityNodes;
  readonly #anchors = new Map<Entity, Object3D>();

  constructor(nodes: EntityNodes) {
    this.#nodes = nodes;
    this.group.name = "anchors";
  }

  of(entity: Entity): Object3D | undefined {
    const known = this.#anchors.get(entity);
    if (known !== undefined) return known;
    if (this.#nodes.of(entity) < 0) return undefined;
    const anchor = new Group();
    anchor.name = `entity ${entity}`;
    anchor.matrixAutoUpdate = false;
    this.#anchors.set(entity, anchor);
    this.group.add(anchor);
    this.#follow(entity, anchor);
    return anchor;
  }

  /** Moves anchors to their entities; those of removed entities are removed, with what is attached to them. */
  update(): void {
    for (const [entity, anchor] of this.#anchors) {
      if (this.#follow(entity, anchor)) continue;
      this.group.remove(anchor);
      this.#anchors.delete(entity);
    }
  }

  #follow(entity: Entity, anchor: Object3D): boolean {
    const node = this.#nodes.of(entity);
    if (node < 0) return false;
    writeMatrix(anchor.matrix.elements, 0, this.#nodes.tree.world, node * POSE, ONE, 0);
    anchor.matrixWorldNeedsUpdate = true;
    return true;
  }
}

const ONE = [1, 1, 1];
