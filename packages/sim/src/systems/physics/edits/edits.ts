import { IsLink } from "../../../components/identity.ts";
import type { Component } from "../../../ecs/component.ts";
import type { Entity } from "../../../ecs/entities.ts";
import type { World } from "../../../ecs/world.ts";
import { partsBelow } from "../../../entities/find.ts";
import type { PhysicsEngine } from "../../../physics/engine.ts";
import type { EntityGuard } from "../entity-guard.ts";
import type { SolidShapes } from "../solid-shapes.ts";

/** Everything written, added and removed since physics last looked, on its way to the engine. */
export class Edits {
  readonly world: World;
  readonly engine: PhysicsEngine;
  readonly guard: EntityGuard;
  readonly solids: SolidShapes;
  /** The version of the world up to which the engine has everything. */
  readonly seen: number;
  /** Links whose bodies were added in this pass, with their parts: the engine has their present values. */
  readonly added = new Set<Entity>();
  /** Whether joints were added in this pass; new joints have no motors yet. */
  hasAddedJoints = false;
  readonly #removals: ReturnType<World["removalsSince"]>;

  constructor(world: World, engine: PhysicsEngine, seen: number, guard: EntityGuard, solids: SolidShapes) {
    this.world = world;
    this.engine = engine;
    this.seen = seen;
    this.guard = guard;
    this.solids = solids;
    // A new engine has nothing to remove, and a restored run may lack the removal log.
    this.#removals = seen === 0 ? [] : world.removalsSince(seen);
  }

  /** Returns, by id, the existing entities for which one of these components was written or removed. */
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
