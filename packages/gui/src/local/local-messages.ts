/** The source of a world that runs in a worker. */
export type WorldSource =
  /** Includes are looked up beside the file, and in the folder `models` there. */
  | { readonly kind: "url"; readonly url: string }
  /** Files by path; includes are looked up in `models`, then beside the world. */
  | {
      readonly kind: "files";
      readonly path: string;
      readonly files: Readonly<Record<string, string | Uint8Array>>;
    };

/** The only request that a page sends to a new worker. */
export type LocalRequest =
  /** Runs the world until the worker is terminated; its bus is behind `port`. */
  | { readonly kind: "serve"; readonly world: WorldSource; readonly port: MessagePort }
  /** Makes `steps` steps as fast as possible, and reports. */
  | { readonly kind: "run"; readonly world: WorldSource; readonly steps: number };

/** A log that the user has chosen. */
export interface RecordedFile {
  /** For messages. */
  readonly name: string;
  readonly file: Blob;
}

/** The only request that a page sends to a worker that plays a log. */
export interface LogRequest extends RecordedFile {
  readonly port: MessagePort;
}

/** The worker's answers. */
export type LocalEvent =
  | { readonly kind: "ready" }
  | { readonly kind: "ran"; readonly steps: number; readonly hash: string }
  /** The world could not be loaded, or has failed. */
  | { readonly kind: "failed"; readonly reason: string };
