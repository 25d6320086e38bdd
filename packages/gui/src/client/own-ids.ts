import type { orrery } from "@orrery/msgs";
import { type World } from "@orrery/sim";
import { FIRST_SESSION_ENTITY, SESSION_ENTITIES } from "@orrery/sim/host";

/** Entity ids that this page may give to what it makes while a world is paused: each once, after a reload too. */
export class OwnIds {
  readonly #storage: Pick<Storage, "getItem" | "setItem"> | undefined;
  #first = 0;
  #end = 0;
  #next = 0;

  /** `storage`: lives as long as the page's session, when there is one. */
  constructor(storage: Pick<Storage, "getItem" | "setItem"> | undefined) {
    this.#storage = storage;
  }

  /** The range of a session, as its server gives it; a page without a server has the first one. */
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

  /** Takes `count` consecutive ids and returns the first; 0 when not that many are left. */
  take(count: number): number {
    const first = this.#next;
    if (first + count > this.#end || this.#first === 0) return 0;
    this.#next += count;
    this.#keep();
    return first;
  }

  /** What is there has ids that are not to be given again, whoever made it: another page of the same session may have. */
  passWorld(world: World): void {
    if (this.#first === 0) return;
    for (const entity of world.entities()) this.#pass(entity, 1);
  }

  /** Likewise what is going to be made. */
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
      // Full, or switched off: what is seen in the world is passed over all the same.
    }
  }
}

const KEY = "orrery.next-entity";
/** Entities of something that was only announced: how many is not known before it is read, and ids are many. */
const UNSEEN = 256;
