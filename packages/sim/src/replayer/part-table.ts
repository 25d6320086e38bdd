import { PackWriter } from "../ecs/pack.ts";
import type { Snapshot } from "../ecs/snapshot.ts";
import type { StoreCopy } from "../ecs/store.ts";
import type { KeptState, StoredState } from "../history/stored-state.ts";
import type { Plugin } from "../scene/scene.ts";
import type { KeyframeParts, PartPiece, PartPlace } from "./keyframe-parts.ts";

export interface PartsOwner {
  readonly snapshot: Snapshot;
  readonly states: ReadonlyMap<string, KeptState>;
}

type Part =
  | { readonly kind: "array"; readonly array: Uint32Array | Float64Array }
  | { readonly kind: "values"; readonly copy: StoreCopy }
  | { readonly kind: "state"; readonly stored: StoredState };

/** How many bytes are copied at once, which takes about a tenth of a millisecond. */
const PIECE_BYTES = 256 * 1024;
/** The same for values, which take longer to write than bytes take to copy. */
const VALUE_BYTES = 16 * 1024;

/** Numbers the parts of keyframes, and hands them over in pieces, none of which takes long. */
export class PartTable {
  readonly #numbers = new WeakMap<object, number>();
  #count = 0;
  /** The parts of the keyframe that was described last. */
  #parts = new Map<number, Part>();

  describe({ snapshot, states }: PartsOwner, world: string, plugins: readonly Plugin[]): KeyframeParts {
    this.#parts = new Map();
    const { nextId, entities, stores } = snapshot;
    return {
      world,
      plugins,
      nextId,
      ids: this.#array(entities.ids),
      parents: this.#array(entities.parents),
      stores: stores.map((copy) => ({
        component: copy.component.name,
        fields: copy.component.kind === "numeric" ? copy.component.fields : undefined,
        entities: this.#array(copy.entities),
        data:
          copy.data instanceof Float64Array ? this.#array(copy.data) : this.#add(copy.data, { kind: "values", copy }),
      })),
      states: [...states].map(([system, { stored, patch }]) => ({
        system,
        stored: this.#add(stored, { kind: "state", stored }),
        patch,
      })),
    };
  }

  /** Returns pieces in order, as many as are copied at once. Fewer come back than asked for if parts are gone. */
  pieces(places: readonly PartPlace[]): PartPiece[] {
    const pieces: PartPiece[] = [];
    let left = 1;
    for (const place of places) {
      const part = this.#parts.get(place.part);
      if (part === undefined || left <= 0) break;
      const piece = part.kind === "values" ? valuePiece(place, part.copy) : bytePiece(place, part);
      left -= piece.bytes.length / (part.kind === "values" ? VALUE_BYTES : PIECE_BYTES);
      pieces.push(piece);
    }
    return pieces;
  }

  /** Forgets the keyframe that was described last, so that its memory can be freed. */
  clear(): void {
    this.#parts = new Map();
  }

  #array(array: Uint32Array | Float64Array): number {
    return this.#add(array, { kind: "array", array });
  }

  #add(owner: object, part: Part): number {
    let number = this.#numbers.get(owner);
    if (number === undefined) this.#numbers.set(owner, (number = ++this.#count));
    this.#parts.set(number, part);
    return number;
  }
}

function bytePiece({ part, from }: PartPlace, owner: Exclude<Part, { kind: "values" }>): PartPiece {
  const isPacked = owner.kind === "state" && owner.stored.isPacked;
  const { buffer, byteOffset, byteLength: length } = owner.kind === "state" ? owner.stored.kept : owner.array;
  const to = Math.min(length, from + PIECE_BYTES);
  const bytes = new Uint8Array(Math.max(0, to - from));
  if (bytes.length > 0) bytes.set(new Uint8Array(buffer, byteOffset + from, bytes.length));
  return { part, from, bytes, next: to < length ? to : undefined, isPacked, length };
}

function valuePiece({ part, from }: PartPlace, { component, entities, data }: StoreCopy): PartPiece {
  if (component.kind !== "value") throw new Error(`"${component.name}" holds numbers`);
  const writer = new PackWriter();
  const { length } = entities;
  let row = from;
  for (let size = 0; row < length && size < VALUE_BYTES; row++) {
    if (entities[row] === 0) continue;
    const value = component.serialiser.encode(data[row]);
    writer.blob(value);
    size += value.length;
  }
  return { part, from, bytes: writer.finish(), next: row < length ? row : undefined, isPacked: false, length };
}
