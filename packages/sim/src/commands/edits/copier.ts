import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { jointZeros, type JointZeros } from "../../entities/joint-zeros.ts";
import { saveEntity } from "../../entities/save-entity.ts";
import type { Scene } from "../../scene/scene.ts";
import { checkMade, entitiesIn } from "../checks/command-limits.ts";
import { findPlaced } from "../find-placed.ts";

/** Copies models and lights of the present world, for one command; each only once. */
export class Copier {
  readonly #world: World;
  readonly #root: Entity;
  readonly #copies = new Map<string, Scene>();
  #made = 0;
  #zeros: JointZeros | undefined;

  constructor(world: World, root: Entity) {
    this.#world = world;
    this.#root = root;
  }

  copy(name: string): Scene {
    let copy = this.#copies.get(name);
    if (copy === undefined) {
      this.#zeros ??= jointZeros(this.#world);
      copy = saveEntity(this.#world, findPlaced(this.#world, this.#root, { name }), this.#zeros);
      this.#copies.set(name, copy);
      this.#made += entitiesIn(copy);
      checkMade(this.#made);
    }
    return copy;
  }
}
