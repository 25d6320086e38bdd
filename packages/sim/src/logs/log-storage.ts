/** Where a log is stored. */
export interface LogStorage {
  write(bytes: Uint8Array, at: number): Promise<void>;
  /** Cuts the file off at this size. */
  truncate(size: number): Promise<void>;
  /** Compresses by zstd. */
  pack(bytes: Uint8Array): Uint8Array;
}
