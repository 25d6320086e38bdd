/** Where a world that runs in a worker comes from. */
export type WorldSource =
  /** Its includes are searched for beside it, and in the folder `models` there. */
  | { readonly kind: "url"; readonly url: string }
  /** By path; includes are searched for in `models`, then beside the world. */
  | {
      readonly kind: "files";
      readonly path: string;
      readonly files: Readonly<Record<string, string | Uint8Array>>;
    };

/** The one request of a page to a new worker. */
export type LocalRequest =
  /** Runs the world until the worker is terminated; its bus is behind `port`. */
  | { readonly kind: "serve"; readonly world: WorldSource; readonly port: MessagePort }
  /** Makes `steps` steps as fast as it can, and reports. */
  | { readonly kind: "run"; readonly world: WorldSource; readonly steps: number };

/** What the worker answers. */
export type LocalEvent =
  | { readonly kind: "ready" }
  | { readonly kind: "ran"; readonly steps: number; readonly hash: string }
  /** The world could not be loaded, or has failed. */
  | { readonly kind: "failed"; readonly reason: string };
