import { type Entity, World } from "@orrery/sim";
import { diff, type Delta, type Snapshot } from "@orrery/sim/host";

/** A change that is made only to the page's copy of a world, over the server's state. */
export interface OverlayCommand {
  /** Applies it. Throws if that is impossible now; what it wrote before throwing is reverted. */
  apply(world: World, root: Entity): void;
}

/**
 * Separates the server's state from what is applied over it. Each time either changes, the server's state is restored
 * and updated, and everything is applied again. Costs nothing while there is nothing to apply.
 */
export class Overlay {
  readonly #world: World;
  readonly #rootOf: () => Entity | undefined;
  /** The server's state while something is applied over it. */
  #base: Snapshot | undefined;
  /** The commands that were applied over it, or failed to. */
  #done: OverlayCommand[] = [];
  readonly #failed = new Set<OverlayCommand>();

  constructor(world: World, rootOf: () => Entity | undefined) {
    this.#world = world;
    this.#rootOf = rootOf;
  }

  get isOn(): boolean {
    return this.#base !== undefined;
  }

  /**
   * Returns the server's state: the world itself, or a copy while something is applied over it. Must not be written.
   */
  serverState(): World {
    if (this.#base === undefined) return this.#world;
    const copy = new World();
    copy.restore(this.#base);
    return copy;
  }

  /**
   * Lets `write` change the server's state, then applies the commands over it in order. Returns the changes of the
   * shown state.
   */
  rewrite(write: () => Delta, commands: readonly OverlayCommand[]): Delta {
    if (this.#base === undefined && commands.length === 0) return write();
    const world = this.#world;
    const shown = world.snapshot();
    if (this.#base !== undefined) world.restore(this.#base);
    try {
      write();
    } catch (error) {
      world.restore(shown);
      throw error;
    }
    this.#base = commands.length === 0 ? undefined : world.snapshot();
    this.#done = [];
    this.#failed.clear();
    this.#do(commands);
    return diff(shown, world.snapshot());
  }

  /**
   * Applies these commands over the present server state. If they only extend those already applied, just the new ones
   * cost time.
   */
  redo(commands: readonly OverlayCommand[], { anew }: { readonly anew: boolean }): Delta {
    const isMore = this.#base !== undefined && this.#done.every((command, i) => command === commands[i]);
    if (anew || !isMore || commands.length === 0) return this.rewrite(() => UNCHANGED, commands);
    if (commands.length === this.#done.length) return UNCHANGED;
    const shown = this.#world.snapshot();
    this.#do(commands.slice(this.#done.length));
    return diff(shown, this.#world.snapshot());
  }

  #do(commands: readonly OverlayCommand[]): void {
    const root = this.#rootOf();
    if (root === undefined) return;
    for (const command of commands) {
      const version = this.#world.mark();
      if (!this.#attempt(command, root) && this.#world.hasChangedSince(version)) this.#repeat(root);
      this.#done.push(command);
    }
  }

  #attempt(command: OverlayCommand, root: Entity): boolean {
    try {
      command.apply(this.#world, root);
      this.#failed.delete(command);
      return true;
    } catch {
      // The creator of the command knows the reason: it is an entry without a preview.
      this.#failed.add(command);
      return false;
    }
  }

  /** Starts over after a command has failed halfway: copying the world before each command would cost more. */
  #repeat(root: Entity): void {
    this.#world.restore(this.#base!);
    for (const command of this.#done) if (!this.#failed.has(command)) this.#attempt(command, root);
  }
}

const UNCHANGED: Delta = { removed: [], placed: [], unset: [], set: [] };
