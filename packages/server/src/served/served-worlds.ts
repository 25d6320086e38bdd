import type { LoadProgress } from "@orrery/sim/front";
import { ServedWorld, type WorldOptions, type WorldSurroundings } from "./served-world.ts";

/** The worlds of a server, by namespace, in the order in which they were opened. */
export class ServedWorlds implements Iterable<ServedWorld>, Disposable {
  /** Called after a world was opened or closed, and after the `info` of one has changed. */
  onChange: () => void = () => {};
  readonly #around: WorldSurroundings;
  readonly #worlds = new Map<string, ServedWorld>();

  constructor(around: Omit<WorldSurroundings, "onChange">) {
    this.#around = { ...around, onChange: () => this.onChange() };
  }

  get size(): number {
    return this.#worlds.size;
  }

  get(namespace: string): ServedWorld | undefined {
    return this.#worlds.get(namespace);
  }

  /** Opens a world, which gets a thread later. Throws if that namespace is impossible or taken. */
  open(options: WorldOptions = {}): ServedWorld {
    const world = new ServedWorld(options, this.#around);
    this.#worlds.set(world.namespace, world);
    this.onChange();
    return world;
  }

  /** Ends a world: withdraws its names at once, and resolves when its thread has ended. */
  async close(namespace: string): Promise<void> {
    const world = this.#worlds.get(namespace);
    if (world === undefined) throw new Error(`no world is open in the namespace "${namespace}"`);
    this.#worlds.delete(namespace);
    const closed = world.close();
    this.onChange();
    await closed;
  }

  /** Why no world is running; `undefined` if one is. */
  get absence(): string | undefined {
    const worlds = [...this];
    if (worlds.some(({ absence }) => absence === undefined)) return undefined;
    const [only] = worlds;
    if (only === undefined) return "no world is open";
    if (worlds.length === 1) return only.absence;
    return worlds.map(({ namespace, absence }) => `${namespace || "/"}: ${absence}`).join("; ");
  }

  /** The progress of the first world that is loading. */
  get loading(): LoadProgress | undefined {
    return [...this].find(({ loading }) => loading !== undefined)?.loading;
  }

  [Symbol.iterator](): Iterator<ServedWorld> {
    return this.#worlds.values();
  }

  /** Releases the threads, which keep running. Called when the server ends. */
  [Symbol.dispose](): void {
    for (const world of this) world[Symbol.dispose]();
  }
}
