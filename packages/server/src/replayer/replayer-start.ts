import type { MessagePort } from "node:worker_threads";

/** The start data of a replayer's thread. */
export interface ReplayerStart {
  readonly port: MessagePort;
  /** The flags of the simulation thread, which are raised after each message. */
  readonly signals: SharedArrayBuffer;
  readonly pluginFolders: readonly string[];
  /** The log that the world plays back; `undefined` for a live world. */
  readonly log?: string | undefined;
}
