import { stat, type FileHandle } from "node:fs/promises";
import { constants, zstdCompressSync } from "node:zlib";
import type { LogStorage } from "@orrery/sim/logs";

/** A log's file on this machine's disk. */
export class LogStorageFile implements LogStorage {
  readonly #file: Promise<FileHandle>;
  /** Its size in bytes. */
  size = 0;

  constructor(file: Promise<FileHandle>) {
    this.#file = file;
  }

  async write(bytes: Uint8Array, at: number): Promise<void> {
    const file = await this.#file;
    for (let done = 0; done < bytes.length;) {
      done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
    }
    this.size = Math.max(this.size, at + bytes.length);
  }

  async truncate(size: number): Promise<void> {
    await (await this.#file).truncate(size);
    this.size = size;
  }

  /** Flushes it to the disk. Throws if the file was removed, or is no longer the one at the given path. */
  async sync(path?: string): Promise<void> {
    const file = await this.#file;
    await file.datasync();
    const { nlink, ino, dev } = await file.stat({ bigint: true });
    if (nlink === 0n) throw new Error("the file was removed while it was being written");
    if (path === undefined) return;
    const there = await stat(path, { bigint: true }).catch(() => undefined);
    if (there?.ino !== ino || there.dev !== dev) throw new Error("the file was moved away while it was being written");
  }

  pack(bytes: Uint8Array): Uint8Array {
    return zstdCompressSync(bytes, { params: LEVEL });
  }
}

/** Numbers hardly shrink further at higher levels. */
const LEVEL = { [constants.ZSTD_c_compressionLevel]: 3 };

/** Returns why a log could not be written, for people. */
export function writeProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return "there is no space left on the disk";
    case "EFBIG":
      return "the file may not become larger";
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return "nothing may be written there: permission denied";
    case "ENOENT":
      return "there is no such folder";
    case "EEXIST":
      return "there is such a file already";
    default:
      return message;
  }
}
