/** A source of the bytes of files, provided by the host: a file system, a web server, a map in a test. */
export interface Resources {
  /**
   * Turns a URI, as written in a file at `from`, into a name that `read` can open: `model://`, `file://`, a path
   * relative to `from`, a folder with a model.config. Resolves to `undefined` if there is no such file.
   */
  resolve(uri: string, from: string): Promise<ResolvedResource | undefined>;
  /** Returns whether a URI leads outside what this host allows, whether or not the file exists. */
  isOutside?(uri: string, from: string): boolean;
  /** Reads a file. Throws a ResourceError if it cannot be read or is larger than `limitBytes`. */
  read(path: string, limitBytes: number): Promise<Uint8Array>;
}

export interface ResolvedResource {
  readonly path: string;
  readonly kind: "file" | "folder";
}

export class ResourceError extends Error {
  readonly path: string;

  constructor(message: string, path: string) {
    super(message);
    this.name = "ResourceError";
    this.path = path;
  }
}

/** Files larger than this are refused before parsing. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
