import type { KeyframeParts, PartPiece, PartPlace } from "./keyframe-parts.ts";
import type { InputRange, KeyframeName, PastInputs, PastTree } from "./past-tree.ts";
import type { ReplayFocus, ReplayWishes } from "./replay-wishes.ts";

/** The reason given when somebody cancels a replay. */
export const CANCELLED = "cancelled";

/** What a live world tells the replayer in another thread. */
export type ToReplayer =
  /** Gets the replayer ready, so that the first replay begins at once. */
  | { readonly kind: "prepare" }
  | { readonly kind: "replay"; readonly id: string; readonly wishes: ReplayWishes }
  | { readonly kind: "focus"; readonly id: string; readonly focus: ReplayFocus }
  | { readonly kind: "cancel"; readonly id: string }
  /** The answer to a question, or why there is none. */
  | { readonly kind: "answer"; readonly question: number; readonly answer: unknown; readonly error: string };

/** What the replayer tells the live world. */
export type FromReplayer =
  | { readonly kind: "ask"; readonly question: number; readonly about: PastQuestion }
  /** An orrery.msgs.ReplaySamples, encoded: the live world only passes it on. */
  | { readonly kind: "samples"; readonly id: string; readonly bytes: Uint8Array<ArrayBuffer> }
  /** A replay has ended; `error` is empty when it was complete. */
  | { readonly kind: "done"; readonly id: string; readonly error: string };

/** A question of a replayer about the past. The answers are those of `PastSource`. */
export type PastQuestion =
  | { readonly kind: "tree" }
  | { readonly kind: "inputs"; readonly range: InputRange }
  | { readonly kind: "keyframe"; readonly name: KeyframeName }
  | { readonly kind: "pieces"; readonly places: readonly PartPlace[] };

export type PastAnswer = PastTree | PastInputs | KeyframeParts | readonly PartPiece[] | undefined;

/** Returns the buffers of a message that are transferred to its receiver instead of being copied. */
export function transferOf(message: ToReplayer | FromReplayer): ArrayBuffer[] {
  if (message.kind === "samples") return [message.bytes.buffer];
  if (message.kind !== "answer" || !Array.isArray(message.answer)) return [];
  return (message.answer as readonly PartPiece[]).map(({ bytes }) => bytes.buffer);
}
