import type { RunInfo } from "@orrery/sim";
import type { StateUpdate, WorldAnswer } from "@orrery/sim/host";
import type { MessagePort } from "node:worker_threads";

/** The start data of a scribe's thread. */
export interface ScribeStart {
  /** Receives ScribeJobs, sends ScribeAnswers. */
  readonly port: MessagePort;
  readonly root: number;
  /** The world's own file. */
  readonly file: string;
  /** The signals of the simulation thread, to wake it. */
  readonly signals: SharedArrayBuffer;
}

export interface ScribeJob {
  readonly id: number;
  readonly answer: WorldAnswer;
  readonly info: RunInfo;
  /** The changes since the last job; undefined if the copy is up to date. */
  readonly update: StateUpdate | undefined;
}

/** The bytes of the answer's message, or why there is none. */
export type ScribeAnswer =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly error: string };
