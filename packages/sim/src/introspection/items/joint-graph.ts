import { JointLinks } from "../../components/joint.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { whyFixed } from "./why-fixed.ts";
import type { WorldShape } from "./world-shape.ts";

interface Edge {
  readonly joint: Entity;
  readonly parent: Entity;
  readonly child: Entity;
}

/** Knows which links hang on which joints. */
export class JointGraph {
  readonly #world: World;
  readonly #shape: WorldShape;
  readonly #edges = new Map<number, Edge[]>();
  #knownAt = -1;

  constructor(world: World, shape: WorldShape) {
    this.#world = world;
    this.#shape = shape;
  }

  /**
   * Returns the links that hang on a joint, its child first. Returns `undefined` if something else holds them too: a
   * joint of theirs to the world or to something fixed, or a loop back to the parent.
   */
  beyond(joint: Entity): readonly Entity[] | undefined {
    this.#findEdges();
    const links = this.#world.get(joint, JointLinks);
    if (links === undefined || !this.#world.exists(links.child as Entity)) return undefined;
    const found = new Set<Entity>([links.child as Entity]);
    // A loop over a set also reaches elements that are added meanwhile.
    for (const link of found) {
      for (const edge of this.#edges.get(link) ?? []) {
        if (edge.joint === joint) continue;
        const next = edge.parent === link ? edge.child : edge.parent;
        if (next === 0 || next === links.parent || !this.#world.exists(next)) return undefined;
        if (whyFixed(this.#world, next) !== undefined) return undefined;
        found.add(next);
      }
    }
    return [...found];
  }

  #findEdges(): void {
    const { revision } = this.#shape;
    if (revision === this.#knownAt) return;
    this.#knownAt = revision;
    this.#edges.clear();
    for (const [joint, links] of this.#world.query(JointLinks)) {
      const { parent, child } = links as { readonly parent: Entity; readonly child: Entity };
      for (const link of new Set([parent, child])) {
        const edges = this.#edges.get(link);
        if (edges === undefined) this.#edges.set(link, [{ joint, parent, child }]);
        else edges.push({ joint, parent, child });
      }
    }
  }
}
