import type { orrery } from "@orrery/msgs";
import { type World } from "@orrery/sim";
import { FIRST_SESSION_ENTITY, SESSION_ENTITIES } from "@orrery/sim/host";

/**
 * Entity ids that this page may assign to what it creates while a world is paused: each is used only once, even after a
 * reload.
 */
export class OwnIds {
  readonly #storage: Pick<Storage, "getItem" | "setItem"> | undefined;
  #first = 0;
  #end = 0;
  #next = 0;

  /** `storage`, if given, lasts as long as the page's session. */
  constructor(storage: Pick<Storage, "getItem" | "setItem"> | undefined) {
    this.#storage = storage;
  }

  /** Sets the range that the server assigned to the session; a page without a server uses the first range. */
  use(session: orrery.Session | undefined): void {
    const { first_entity = 0, entities = 0 } = session ?? {
      first_entity: FIRST_SESSION_ENTITY,
      entities: SESSION_ENTITIES,
    };
    if (first_entity === this.#first && first_entity + entities === this.#end) return;
    this.#first = first_entity;
    this.#end = first_entity + entities;
    this.#next = Math.max(first_entity, this.#recall());
  }

  /** Takes `count` consecutive ids and returns the first; 0 if fewer are left. */
  take(count: number): number {
    const first = this.#next;
    if (first + count > this.#end || this.#first === 0) return 0;
    this.#next += count;
    this.#keep();
    return first;
  }

  /** Skips ids that are in use in a world, whoever assigned them: a second page of the same session may have. */
  passWorld(world: World): void {
    if (this.#first === 0) return;
    for (const entity of world.entities()) this.#pass(entity, 1);
  }

  /** Skips the ids of what a command will create. */
  passCommand({ edits = [] }: orrery.Command): void {
    for (const { create } of edits) {
      const { first_id = 0 } = create ?? {};
      if (first_id !== 0) this.#pass(first_id, UNSEEN);
    }
  }

  #pass(id: number, count: number): void {
    if (id < this.#next || id >= this.#end) return;
    this.#next = id + count;
    this.#keep();
  }

  #recall(): number {
    try {
      const kept = Number(this.#storage?.getItem(`${KEY}.${this.#first}`) ?? 0);
      return Number.isInteger(kept) && kept <= this.#end ? kept : 0;
    } catch {
      return 0;
    }
  }

  #keep(): void {
    try {
      this.#storage?.setItem(`${KEY}.${this.#first}`, String(this.#next));
    } catch {
      // Storage is full or switched off: ids seen in the world are still skipped.
    }
  }
}

const KEY = "orrery.next-entity";
/**
 * Assumed number of entities of something announced by URI: its true number is unknown before it is read, and ids are
 * plentiful.
 */
const UNSEEN = 256;
