import { IsLink } from "../../../components/identity.ts";
import type { Component } from "../../../ecs/component.ts";
import type { Entity } from "../../../ecs/entities.ts";
import type { World } from "../../../ecs/world.ts";
import { partsBelow } from "../../../entities/find.ts";
import type { PhysicsEngine } from "../../../physics/engine.ts";
import type { Guard } from "../guard.ts";
import type { SolidShapes } from "../solid-shapes.ts";

/** What was written, added and removed since physics last looked, on its way to the engine. */
export class Edits {
  readonly world: World;
  readonly engine: PhysicsEngine;
  readonly guard: Guard;
  readonly solids: SolidShapes;
  /** Everything up to this version of the world is in the engine. */
  readonly seen: number;
  /** Links whose bodies were added on the way, and what is in them: the engine has these as they are now. */
  readonly added = new Set<Entity>();
  /** Whether joints were added on the way, which have no motors yet. */
  hasAddedJoints = false;
  readonly #removals: ReturnType<World["removalsSince"]>;

  constructor(world: World, engine: PhysicsEngine, seen: number, guard: Guard, solids: SolidShapes) {
    this.world = world;
    this.engine = engine;
    this.seen = seen;
    this.guard = guard;
    this.solids = solids;
    // A new engine has nothing to forget, and the log of removals is history, which a restored run may not have.
    this.#removals = seen === 0 ? [] : world.removalsSince(seen);
  }

  /** Returns the entities that had one of these components written or taken away and still exist, by id. */
  touched(components: readonly Component[]): Entity[] {
    const entities = new Set(components.flatMap((component) => this.world.store(component).writtenAfter(this.seen)));
    for (const { entity, component } of this.#removals ?? []) {
      if (component !== undefined && components.includes(component) && this.world.exists(entity)) entities.add(entity);
    }
    return [...entities].sort((a, b) => a - b);
  }

  /** Returns the link itself, or the links of a model. */
  linksOf(entity: Entity): readonly Entity[] {
    return this.world.has(entity, IsLink) ? [entity] : partsBelow(this.world, entity, IsLink);
  }
}
