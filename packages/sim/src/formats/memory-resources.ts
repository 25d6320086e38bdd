import { ResourceError, type ResolvedResource, type Resources } from "./resources.ts";

/**
 * Files in a map, by path: for tests, and for pages, which have no file system. `model://x`, `file://x`, `package://x`
 * and `x` are looked up in `folders`, in order, then beside the file that names them.
 */
export class MemoryResources implements Resources {
  readonly #files: ReadonlyMap<string, Uint8Array>;
  readonly #folders: readonly string[];

  constructor(files: Readonly<Record<string, string | Uint8Array>>, folders: readonly string[] = ["models"]) {
    const encoder = new TextEncoder();
    this.#files = new Map(
      Object.entries(files).map(([path, data]) => [
        normalizePath(path),
        typeof data === "string" ? encoder.encode(data) : data,
      ]),
    );
    this.#folders = folders;
  }

  resolve(uri: string, from: string): Promise<ResolvedResource | undefined> {
    return Promise.resolve(this.#find(uri, from));
  }

  read(path: string, limitBytes: number): Promise<Uint8Array> {
    const bytes = this.#files.get(normalizePath(path));
    if (bytes === undefined) return Promise.reject(new ResourceError(`cannot find ${path}`, path));
    if (bytes.length > limitBytes) {
      return Promise.reject(new ResourceError(`${path} is larger than ${limitBytes} bytes`, path));
    }
    return Promise.resolve(bytes);
  }

  #find(uri: string, from: string): ResolvedResource | undefined {
    if (/^https?:/.test(uri)) return undefined;
    const name = uri.replace(/^(model|file|package):\/\//, "");
    const beside = from.slice(0, from.lastIndexOf("/") + 1);
    for (const folder of [...this.#folders.map((one) => `${one}/`), beside]) {
      const path = normalizePath(folder + name);
      if (this.#files.has(path)) return { path, kind: "file" };
      if (this.#files.keys().some((file) => file.startsWith(`${path}/`))) return { path, kind: "folder" };
    }
    return undefined;
  }
}

/** Resolves `.` and `..`; a path that climbs above the root stays at the root. */
function normalizePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
