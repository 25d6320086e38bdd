import type { Entity, World } from "@orrery/sim";
import { IsCollision, IsVisual } from "@orrery/sim/components";
import { CollisionLayer } from "./collision-layer.ts";
import type { EntityNodes } from "../entity-nodes.ts";
import { JointLayer } from "./joint-layer.ts";
import type { Placed } from "./visual-layer.ts";

/**
 * Shapes of things that are not drawn themselves, so that they can be outlined: collisions, invisible visuals, joints.
 */
export class StandIns implements Disposable {
  readonly #world: World;
  readonly #nodes: EntityNodes;
  readonly #solids: CollisionLayer;
  readonly #joints: JointLayer;
  #placed: Placed[] = [];

  constructor(world: World, nodes: EntityNodes, sizeOf: (link: Entity) => number) {
    this.#world = world;
    this.#nodes = nodes;
    const isSolid = (entity: Entity): boolean => world.has(entity, IsCollision) || world.has(entity, IsVisual);
    this.#solids = new CollisionLayer({ world, nodes, isSolid, colour: () => GREY });
    const colours = () => ({ turning: GREY, sliding: GREY, free: GREY, fixed: GREY });
    this.#joints = new JointLayer({ world, nodes, colours, sizeOf });
  }

  /** Builds the shapes of an entity, or, if it has none, those of all its descendants. They stay until `clear`. */
  of(entity: Entity): readonly Placed[] {
    if (!this.#world.exists(entity)) return [];
    const joint = this.#joints.build(entity);
    const found = joint.length > 0 ? joint : this.#solidsBelow(entity);
    this.#placed.push(...found);
    return found;
  }

  get isEmpty(): boolean {
    return this.#placed.length === 0;
  }

  /** Moves the shapes to their entities. */
  update(): void {
    if (this.isEmpty) return;
    this.#solids.batches.update(this.#nodes.tree);
    this.#joints.batches.update(this.#nodes.tree);
  }

  clear(): void {
    for (const { batch, shape } of this.#placed) batch.remove(shape);
    this.#placed = [];
  }

  [Symbol.dispose](): void {
    this.#solids[Symbol.dispose]();
    this.#joints[Symbol.dispose]();
  }

  #solidsBelow(entity: Entity): Placed[] {
    const own = this.#solids.build(entity);
    return [...own, ...this.#world.childrenOf(entity).flatMap((child) => this.#solidsBelow(child))];
  }
}

/** Never visible, because outlines have the colour of the selection. */
const GREY = { r: 0.5, g: 0.5, b: 0.5 };
