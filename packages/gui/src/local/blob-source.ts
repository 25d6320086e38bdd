import { unzstd } from "@orrery/sim/host";
import type { LogSource } from "@orrery/sim/logs";

/** The part of a worker's FileReaderSync that is used here; pages have none. */
interface SyncReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

declare const FileReaderSync: new () => SyncReader;

/** A log in a file that the user has chosen. It is read where it is, so it may be larger than the memory. */
export class BlobSource implements LogSource {
  readonly name: string;
  readonly size: number;
  readonly #blob: Blob;
  readonly #reader: SyncReader = new FileReaderSync();

  constructor(name: string, blob: Blob) {
    this.name = name;
    this.size = blob.size;
    this.#blob = blob;
  }

  read(offset: number, length: number): Uint8Array {
    return new Uint8Array(this.#reader.readAsArrayBuffer(this.#blob.slice(offset, offset + Math.max(0, length))));
  }

  unpack(bytes: Uint8Array, size: number): Uint8Array {
    return unzstd(bytes, size);
  }
}
