import { fstatSync, openSync, readSync, statSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import { LogError, type LogSource } from "@orrery/sim/logs";
import { reasonOf } from "../files/files.ts";

/** A log on this machine's disk. It stays open as long as the process lives. */
export class FileLogSource implements LogSource {
  readonly name: string;
  readonly size: number;
  readonly #file: number;

  /** Throws a LogError if it cannot be opened. */
  constructor(path: string) {
    this.name = path;
    try {
      const stats = statSync(path);
      // Opening a pipe would block until somebody writes to it.
      if (!stats.isFile())
        throw new LogError(`${path}: error: this is ${stats.isDirectory() ? "a folder" : "not a file"}`);
      this.#file = openSync(path, "r");
      this.size = fstatSync(this.#file).size;
    } catch (error) {
      throw error instanceof LogError ? error : new LogError(`${path}: error: ${reasonOf(error, path)}`);
    }
  }

  read(offset: number, length: number): Uint8Array {
    // A damaged index may ask for any length.
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)));
    try {
      for (let got = 0; got < bytes.length;) {
        const read = readSync(this.#file, bytes, got, bytes.length - got, offset + got);
        if (read === 0) throw new Error("the file has become shorter");
        got += read;
      }
    } catch (error) {
      throw new LogError(`${this.name}: error: ${reasonOf(error, this.name)}`);
    }
    return bytes;
  }

  unpack(bytes: Uint8Array, size: number): Uint8Array {
    return zstdDecompressSync(bytes, { maxOutputLength: size });
  }
}
