import type { TableRequest } from "./table-file.ts";

/** The only request that a page sends to a new worker for files of plots. */
export type ToTableWorker = { readonly kind: "write" } & TableRequest;

/** The worker's answers. */
export type FromTableWorker =
  /** How much is done, 0 to 1. */
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "written"; readonly file: Blob }
  | { readonly kind: "failed"; readonly reason: string };
