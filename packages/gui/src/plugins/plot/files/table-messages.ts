import type { TableRequest } from "../saving/table-file.ts";
import type { ReadCurves } from "./read-file.ts";

/** The only request that a page sends to a new worker for files of curves. */
export type ToTableWorker =
  | ({ readonly kind: "write" } & TableRequest)
  | { readonly kind: "read"; readonly file: File };

/** What each kind of request gives. */
export interface TableResults {
  readonly write: Blob;
  readonly read: ReadCurves;
}

/** The worker's answers. */
export type FromTableWorker =
  /** How much is done, 0 to 1. */
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "done"; readonly result: TableResults[keyof TableResults] }
  | { readonly kind: "failed"; readonly reason: string };
