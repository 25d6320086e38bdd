import { type Entity, World } from "@orrery/sim";
import { diff, type Delta, type Snapshot } from "@orrery/sim/host";

/** Something that is done to the page's copy of a world alone, over what its server sends. */
export interface OverlayCommand {
  /** Throws when it cannot be done as things are; what it wrote until then is taken back. */
  apply(world: World, root: Entity): void;
}

/**
 * Keeps what a server sends apart from what is done over it: each time either changes, the server's state is put back, brought up to
 * date, and everything is done again. While there is nothing to do, it costs nothing.
 */
export class Overlay {
  readonly #world: World;
  readonly #rootOf: () => Entity | undefined;
  /** What the server sent, while something is done over it. */
  #base: Snapshot | undefined;
  /** What is done over it, or could not be. */
  #done: OverlayCommand[] = [];
  readonly #failed = new Set<OverlayCommand>();

  constructor(world: World, rootOf: () => Entity | undefined) {
    this.#world = world;
    this.#rootOf = rootOf;
  }

  get isOn(): boolean {
    return this.#base !== undefined;
  }

  /** The state as the server sent it: the world itself, or a copy while something is done over it. Not to be written. */
  serverState(): World {
    if (this.#base === undefined) return this.#world;
    const copy = new World();
    copy.restore(this.#base);
    return copy;
  }

  /** Lets the server's state be written, then does the commands over it, in their order. What that changed of what is shown. */
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

  /** Does these commands over the server's state as it is. Those that only follow on what is done already cost what they do. */
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
      // Whoever made the command knows why: it is an entry without a preview.
      this.#failed.add(command);
      return false;
    }
  }

  /** After half of a command: a copy before each, to go back to, would cost more than all of them. */
  #repeat(root: Entity): void {
    this.#world.restore(this.#base!);
    for (const command of this.#done) if (!this.#failed.has(command)) this.#attempt(command, root);
  }
}

const UNCHANGED: Delta = { removed: [], placed: [], unset: [], set: [] };
