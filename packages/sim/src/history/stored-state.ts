import { spareMemory } from "../base/spare-memory.ts";
import { applyPatch, patchBetween, type StatePatch } from "./state-patch.ts";

/** Makes bytes smaller in another thread. */
export interface Packer {
  pack(bytes: Uint8Array): Promise<Uint8Array>;
  unpack(packed: Uint8Array): Uint8Array;
}

/** What a system keeps outside of components, at one moment: bytes that other keyframes may share, and what is different. */
export interface KeptState {
  readonly stored: StoredState;
  readonly patch: StatePatch | undefined;
}

/** `before`: a state of about that time, to share what it has. */
export function keepState(bytes: Uint8Array, before: KeptState | undefined): KeptState {
  const patch = before?.stored.patchTo(bytes);
  if (before === undefined || patch === undefined) return { stored: new StoredState(bytes), patch: undefined };
  return { stored: before.stored, patch: patch.places.length === 0 ? undefined : patch };
}

export function openState({ stored, patch }: KeptState): Uint8Array {
  const bytes = stored.open();
  return patch === undefined ? bytes : applyPatch(bytes, patch);
}

/** Bytes that may be packed meanwhile. */
export class StoredState {
  #bytes: Uint8Array;
  #packer: Packer | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** As it is kept now. */
  get byteLength(): number {
    return this.#bytes.byteLength;
  }

  get isPacked(): boolean {
    return this.#packer !== undefined;
  }

  /** Nothing when the two differ too much, or nobody can tell without unpacking. */
  patchTo(bytes: Uint8Array): StatePatch | undefined {
    return this.isPacked ? undefined : patchBetween(this.#bytes, bytes);
  }

  /** As the system gave it. From here on it is kept like that. */
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
