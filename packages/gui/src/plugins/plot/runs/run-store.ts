import type { ListedRun } from "./runs.ts";

const DATABASE = "orrery.plots";
const STORE = "runs";

/** A run of a world, as it is stored. */
interface StoredRun extends ListedRun {
  readonly world: string;
  readonly name: string;
}

/** Keeps runs in the browser's database for later visits, by world. Without a database, it keeps nothing. */
export class RunStore {
  #database: Promise<IDBDatabase> | undefined;

  async load(world: string): Promise<ListedRun[]> {
    const store = await this.#open("readonly");
    if (store === undefined) return [];
    // All names of the world: an array sorts after every text.
    const found = await done(store.getAll(IDBKeyRange.bound([world], [world, []])));
    return (found as StoredRun[]).map(({ run, alignment, offset }) => ({ run, alignment, offset }));
  }

  async put(world: string, listed: ListedRun): Promise<void> {
    const store = await this.#open("readwrite");
    if (store !== undefined) await done(store.put({ ...listed, world, name: listed.run.name } satisfies StoredRun));
  }

  async remove(world: string, name: string): Promise<void> {
    const store = await this.#open("readwrite");
    if (store !== undefined) await done(store.delete([world, name]));
  }

  async #open(mode: IDBTransactionMode): Promise<IDBObjectStore | undefined> {
    if (typeof indexedDB === "undefined") return undefined;
    this.#database ??= openDatabase();
    return (await this.#database).transaction(STORE, mode).objectStore(STORE);
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener("upgradeneeded", () => {
    request.result.createObjectStore(STORE, { keyPath: ["world", "name"] });
  });
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("the browser's database failed")));
  });
}
