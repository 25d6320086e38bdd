import type { StatePatch } from "../history/state-patch.ts";
import type { Plugin } from "../scene/scene.ts";

/**
 * Lists the parts of a keyframe by number. Keyframes share parts, and a reader need not ask again for a part that it
 * has. Plain data.
 */
export interface KeyframeParts {
  readonly world: string;
  /** The systems that run at that moment. They have to be loaded, because they declare components. */
  readonly plugins: readonly Plugin[];
  readonly nextId: number;
  readonly ids: number;
  readonly parents: number;
  readonly stores: readonly StoreParts[];
  readonly states: readonly StateParts[];
}

export interface StoreParts {
  readonly component: string;
  /** Of a numeric component; `undefined` for one whose values are not numbers. */
  readonly fields: readonly string[] | undefined;
  readonly entities: number;
  readonly data: number;
}

export interface StateParts {
  readonly system: string;
  readonly stored: number;
  readonly patch: StatePatch | undefined;
}

/** Where a piece of a part begins: by bytes, or by rows in a part with values. */
export interface PartPlace {
  readonly part: number;
  readonly from: number;
}

export interface PartPiece extends PartPlace {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where the next piece begins; `undefined` at the end. */
  readonly next: number | undefined;
  /** Whether the whole part's bytes are packed at present. */
  readonly isPacked: boolean;
  /** Length of the whole part, in bytes or rows. It changes when the part is packed. */
  readonly length: number;
}
