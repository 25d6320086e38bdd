import { spareMemory } from "../base/spare-memory.ts";
import { applyPatch, patchBetween, type StatePatch } from "./state-patch.ts";

/** Compresses bytes in another thread. */
export interface Packer {
  pack(bytes: Uint8Array): Promise<Uint8Array>;
  unpack(packed: Uint8Array): Uint8Array;
}

/**
 * The state of a system at one moment, as far as it is outside components: bytes that other keyframes may share, and
 * the differences from them.
 */
export interface KeptState {
  readonly stored: StoredState;
  readonly patch: StatePatch | undefined;
}

/** Stores a state as a patch to `before`, a state of about the same time, if the two are nearly equal. */
export function keepState(bytes: Uint8Array, before: KeptState | undefined): KeptState {
  const patch = before?.stored.patchTo(bytes);
  if (before === undefined || patch === undefined) return { stored: new StoredState(bytes), patch: undefined };
  return { stored: before.stored, patch: patch.places.length === 0 ? undefined : patch };
}

export function openState({ stored, patch }: KeptState): Uint8Array {
  const bytes = stored.open();
  return patch === undefined ? bytes : applyPatch(bytes, patch);
}

/** A state's bytes, packed or not. */
export class StoredState {
  #bytes: Uint8Array;
  #packer: Packer | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Its present number of bytes, packed or not. */
  get byteLength(): number {
    return this.#bytes.byteLength;
  }

  get isPacked(): boolean {
    return this.#packer !== undefined;
  }

  /** The bytes as they are kept at present, packed or not: they may be given back soon. */
  get kept(): Uint8Array {
    return this.#bytes;
  }

  /**
   * Compares it with a different state; returns `undefined` if they differ too much, or if this one would have to be
   * unpacked first.
   */
  patchTo(bytes: Uint8Array): StatePatch | undefined {
    return this.isPacked ? undefined : patchBetween(this.#bytes, bytes);
  }

  /** Returns the state as the system saved it, and keeps it unpacked from now on. */
  open(): Uint8Array {
    if (this.#packer !== undefined) this.#bytes = this.#packer.unpack(this.#bytes);
    this.#packer = undefined;
    return this.#bytes;
  }

  async pack(packer: Packer, isStillToBePacked: () => boolean): Promise<void> {
    const packed = await packer.pack(this.#bytes);
    if (this.isPacked || !isStillToBePacked()) return;
    spareMemory.giveBack(this.#bytes);
    this.#bytes = packed;
    this.#packer = packer;
  }
}
