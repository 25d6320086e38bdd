import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompressSync } from "node:zlib";
import type { Packer } from "@orrery/sim";

const compress = promisify(zstdCompress);

/** Packs keyframes in Node's own threads, so that the simulation goes on meanwhile. */
export class ZstdPacker implements Packer {
  pack(bytes: Uint8Array): Promise<Uint8Array> {
    // In one piece: after each, the simulation's thread has to say that it goes on, and it comes to that only now and then.
    return compress(bytes, { chunkSize: Math.max(LEAST_CHUNK, bytes.length), params: FAST });
  }

  unpack(packed: Uint8Array): Uint8Array {
    return new Uint8Array(zstdDecompressSync(packed));
  }
}

/** Engine states shrink to a third in the fastest of ways, and hardly more in slower ones. */
const FAST = { [constants.ZSTD_c_compressionLevel]: 1 };
const LEAST_CHUNK = 1024;
