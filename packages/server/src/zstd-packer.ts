import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompressSync } from "node:zlib";
import type { Packer } from "@orrery/sim";

const compress = promisify(zstdCompress);

/** Packs keyframes in Node's own threads, so that the simulation goes on meanwhile. */
export class ZstdPacker implements Packer {
  /** One at a time: each takes as much memory again while it is being packed. */
  #last: Promise<unknown> = Promise.resolve();

  pack(bytes: Uint8Array): Promise<Uint8Array> {
    const packing = this.#last.then(() => compress(bytes, FAST));
    this.#last = packing.catch(() => {});
    return packing;
  }

  unpack(packed: Uint8Array): Uint8Array {
    return new Uint8Array(zstdDecompressSync(packed));
  }
}

/** Engine states shrink to a third in the fastest of ways, and hardly more in slower ones. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
