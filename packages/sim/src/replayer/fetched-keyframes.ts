import { componentNamed, standIn } from "../ecs/component.ts";
import { PackReader } from "../ecs/pack.ts";
import type { StoreCopy } from "../ecs/store.ts";
import type { Keyframe } from "../history/keyframe.ts";
import { applyPatch } from "../history/state-patch.ts";
import type { Packer } from "../history/stored-state.ts";
import type { SystemLibrary } from "../runner/systems/system-library.ts";
import type { KeyframeParts, PartPiece, StoreParts } from "./keyframe-parts.ts";
import type { KeyframeName, PastSource } from "./past-tree.ts";

export interface FetchedKeyframesOptions {
  readonly source: PastSource;
  readonly library: SystemLibrary;
  /** Unpacks states that the history has packed. */
  readonly packer?: Pick<Packer, "unpack"> | undefined;
}

/** Fetches keyframes from another thread. Parts that a keyframe shares with the last one are fetched once. */
export class FetchedKeyframes {
  readonly #options: FetchedKeyframesOptions;
  /** Complete parts of the keyframe that was fetched last. */
  #parts = new Map<number, Uint8Array<ArrayBuffer>>();
  #stores = new Map<string, StoreCopy>();

  constructor(options: FetchedKeyframesOptions) {
    this.#options = options;
  }

  /** Returns a keyframe; `undefined` when it is gone. */
  async get(name: KeyframeName): Promise<Keyframe | undefined> {
    const { source, library } = this.#options;
    const described = await source.keyframe(name);
    if (described === undefined) return undefined;
    for (const plugin of described.plugins) await library.load(plugin);
    const parts = await this.#fetch(numbersOf(described));
    if (parts === undefined) return undefined;
    this.#parts = parts;
    return this.#assemble(described);
  }

  async #fetch(numbers: ReadonlySet<number>): Promise<Map<number, Uint8Array<ArrayBuffer>> | undefined> {
    const whole = new Map<number, Uint8Array<ArrayBuffer>>();
    const wanted = new Map<number, PartPiece[]>();
    for (const number of numbers) {
      const known = this.#parts.get(number);
      if (known === undefined) wanted.set(number, []);
      else whole.set(number, known);
    }
    while (wanted.size > 0) {
      const places = [...wanted].map(([part, pieces]) => ({ part, from: pieces.at(-1)?.next ?? 0 }));
      const pieces = await this.#options.source.pieces(places);
      if (pieces.length === 0) return undefined;
      for (const piece of pieces) {
        const before = wanted.get(piece.part)!;
        const [first] = before;
        // The part was packed or unpacked meanwhile.
        if (first !== undefined && (first.isPacked !== piece.isPacked || first.length !== piece.length)) {
          wanted.set(piece.part, []);
          continue;
        }
        before.push(piece);
        if (piece.next !== undefined) continue;
        wanted.delete(piece.part);
        whole.set(piece.part, this.#join(before));
      }
    }
    return whole;
  }

  #join(pieces: readonly PartPiece[]): Uint8Array<ArrayBuffer> {
    const [first] = pieces;
    let joined = first!.bytes;
    if (pieces.length > 1) {
      joined = new Uint8Array(pieces.reduce((sum, { bytes }) => sum + bytes.length, 0));
      let at = 0;
      for (const { bytes } of pieces) {
        joined.set(bytes, at);
        at += bytes.length;
      }
    }
    if (!first!.isPacked) return joined;
    const { packer } = this.#options;
    if (packer === undefined) throw new Error("the history is packed, and nothing here can unpack it");
    return packer.unpack(joined).slice();
  }

  #assemble({ nextId, ids, parents, stores, states }: KeyframeParts): Keyframe {
    const before = this.#stores;
    this.#stores = new Map();
    // If a copy is the same object as before, the world knows that nothing in it has changed.
    const copies = stores.map((store) => {
      const key = `${store.entities} ${store.data}`;
      const copy = before.get(key) ?? this.#storeCopy(store);
      this.#stores.set(key, copy);
      return copy;
    });
    return {
      snapshot: { nextId, entities: { ids: this.#uint32s(ids), parents: this.#uint32s(parents) }, stores: copies },
      states: new Map(
        states.map(({ system, stored, patch }) => {
          const bytes = this.#parts.get(stored)!;
          return [system, patch === undefined ? bytes : applyPatch(bytes, patch)];
        }),
      ),
    };
  }

  #storeCopy({ component: name, fields, entities: rows, data }: StoreParts): StoreCopy {
    const component = componentNamed(name) ?? standIn(name, fields);
    if (fields?.join() !== (component.kind === "numeric" ? component.fields.join() : undefined))
      throw new Error(`component "${name}" has other fields in the thread that replays the past`);
    const entities = this.#uint32s(rows);
    const bytes = this.#parts.get(data)!;
    if (component.kind === "numeric") return { component, entities, data: new Float64Array(bytes.buffer) };
    const reader = new PackReader(bytes);
    const values = Array.from(entities, (entity) =>
      entity === 0 ? undefined : component.serialiser.decode(reader.blob()),
    );
    return { component, entities, data: values };
  }

  #uint32s(part: number): Uint32Array {
    return new Uint32Array(this.#parts.get(part)!.buffer);
  }
}

function numbersOf({ ids, parents, stores, states }: KeyframeParts): Set<number> {
  const ofStores = stores.flatMap(({ entities, data }) => [entities, data]);
  return new Set([ids, parents, ...ofStores, ...states.map(({ stored }) => stored)]);
}
