import type { RunInfo } from "@orrery/sim";
import type { StateUpdate, WorldAnswer } from "@orrery/sim/host";
import type { MessagePort } from "node:worker_threads";

/** What a scribe's thread is started with. */
export interface ScribeStart {
  /** Takes ScribeJobs, gives ScribeAnswers. */
  readonly port: MessagePort;
  readonly root: number;
  /** The world's own file. */
  readonly file: string;
  /** The signals of the simulation thread: it is woken by them. */
  readonly signals: SharedArrayBuffer;
}

export interface ScribeJob {
  readonly id: number;
  readonly answer: WorldAnswer;
  readonly info: RunInfo;
  /** What has changed since the last job; nothing: the copy is up to date. */
  readonly update: StateUpdate | undefined;
}

/** Bytes of the answer's message, or why there is none. */
export type ScribeAnswer =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly error: string };
