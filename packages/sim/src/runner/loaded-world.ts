import { ChosenEngine, PhysicsSettings } from "../components/physics.ts";
import { DefaultPlugins, Plugins, Seed, SimClock } from "../components/simulation.ts";
import type { Entity } from "../ecs/entities.ts";
import type { Snapshot } from "../ecs/snapshot.ts";
import { hashState } from "../ecs/state-hash.ts";
import { World } from "../ecs/world.ts";
import { spawnWorld } from "../entities/kinds/world.ts";
import type { PhysicsScene } from "../scene/scene.ts";
import type { RunnerOptions } from "./runner-options.ts";
import { addedSystems } from "./systems/added-systems.ts";

/** The components of a world as it was loaded, before the first system starts, and the way back to that state. */
export class LoadedWorld {
  readonly world = new World();
  readonly root: Entity;
  /** The world as loaded from the file; replaced by its hash once the hash is needed. */
  #file: Snapshot | string;
  readonly #first: Snapshot;
  /** The physics settings with which systems start. */
  readonly #physics: PhysicsScene;
  /** The engine named in the options. */
  readonly #engine: string | undefined;

  constructor({ scene, seed = 0, engine, defaultSystems, library }: RunnerOptions) {
    const { world } = this;
    const root = (this.root = spawnWorld(world, scene));
    this.#file = world.snapshot();
    world.set(root, SimClock, SimClock.initial());
    world.set(root, Seed, { value: seed });
    const added = addedSystems(scene, defaultSystems, library);
    if (added.length > 0) {
      world.set(root, Plugins, [...(world.get(root, Plugins) ?? []), ...added]);
      world.set(root, DefaultPlugins, added);
    }
    this.#first = world.snapshot();
    this.#physics = scene.physics;
    this.#engine = engine;
  }

  /**
   * Hash of the world as loaded from the file, without seed, engine and default systems. Computed on first use: most
   * runs save no state, and it takes a tenth of the time of loading the world.
   */
  get fingerprint(): string {
    if (typeof this.#file === "string") return this.#file;
    const world = new World();
    world.restore(this.#file);
    return (this.#file = hashState(world, []));
  }

  /**
   * Calls the function that starts the systems. If the options name an engine, physics sees that as `<physics type>`;
   * once it has chosen, the world's own value is restored.
   */
  start(startSystems: () => void): void {
    const { world, root } = this;
    const physics = this.#physics;
    const type = this.#engine;
    if (type !== undefined) world.set(root, PhysicsSettings, { ...physics, type });
    startSystems();
    const hasChosen = (world.get(root, ChosenEngine) ?? "") !== "";
    if (type !== undefined && hasChosen) world.set(root, PhysicsSettings, physics);
  }

  /** Restores all components. */
  restore(): void {
    this.world.restore(this.#first);
  }
}
