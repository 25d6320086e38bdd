import type { Snapshot } from "../ecs/snapshot.ts";
import type { Keyframe } from "./keyframe.ts";
import type { Moment } from "./moment.ts";

/** Makes bytes smaller in another thread. */
export interface Packer {
  pack(bytes: Uint8Array): Promise<Uint8Array>;
  unpack(packed: Uint8Array): Uint8Array;
}

/** A keyframe of the past. What systems keep outside of components may be packed meanwhile. */
export class KeptKeyframe {
  readonly at: Moment;
  /** Right before a command: where people go most. */
  readonly isMarked: boolean;
  /** Keyframes are numbered as they are taken. */
  readonly number: number;
  readonly snapshot: Snapshot;
  /** It is not kept any more. */
  isDropped = false;
  #states: ReadonlyMap<string, Uint8Array>;
  #packer: Packer | undefined;

  constructor(
    at: Moment,
    { snapshot, states }: Keyframe,
    traits: { readonly isMarked: boolean; readonly number: number },
  ) {
    this.at = at;
    this.snapshot = snapshot;
    this.isMarked = traits.isMarked;
    this.number = traits.number;
    this.#states = states;
  }

  /** As they are kept, packed or not. */
  get states(): ReadonlyMap<string, Uint8Array> {
    return this.#states;
  }

  open(): Keyframe {
    const packer = this.#packer;
    if (packer === undefined) return { snapshot: this.snapshot, states: this.#states };
    const states = new Map([...this.#states].map(([system, bytes]) => [system, packer.unpack(bytes)]));
    return { snapshot: this.snapshot, states };
  }

  packed(packer: Packer): Promise<ReadonlyMap<string, Uint8Array>> {
    const packing = [...this.#states].map(async ([system, bytes]) => [system, await packer.pack(bytes)] as const);
    return Promise.all(packing).then((packed) => new Map(packed));
  }

  replaceStates(packed: ReadonlyMap<string, Uint8Array>, packer: Packer): void {
    this.#states = packed;
    this.#packer = packer;
  }
}
