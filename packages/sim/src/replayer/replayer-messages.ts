import type { PastInputs, PastTree } from "./past-tree.ts";
import type { ReplayWishes } from "./replayer.ts";

/** The reason with which a replay ends that somebody has cancelled. */
export const CANCELLED = "cancelled";

/** What a live world tells the replayer in another thread. */
export type ToReplayer =
  | { readonly kind: "replay"; readonly id: string; readonly wishes: ReplayWishes }
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

/** What a replayer asks of the past; the answers are those of `PastSource`. */
export type PastQuestion =
  | { readonly kind: "loaded" }
  | { readonly kind: "tree" }
  | { readonly kind: "inputs"; readonly stretch: string; readonly from: number }
  | { readonly kind: "keyframe"; readonly number: number };

export type PastAnswer = Uint8Array | PastTree | PastInputs | undefined;
