import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompressSync } from "node:zlib";
import type { Packer } from "@orrery/sim";

const compress = promisify(zstdCompress);

/** Compresses keyframes in Node's own threads, so that the simulation continues meanwhile. */
export class ZstdPacker implements Packer {
  pack(bytes: Uint8Array): Promise<Uint8Array> {
    // In one piece: each piece needs a response from the simulation's thread, which handles events only occasionally.
    return compress(bytes, { chunkSize: Math.max(MIN_CHUNK, bytes.length), params: FAST });
  }

  unpack(packed: Uint8Array): Uint8Array {
    return new Uint8Array(zstdDecompressSync(packed));
  }
}

/** Engine states shrink to a third at the fastest level, and hardly further at slower ones. */
const FAST = { [constants.ZSTD_c_compressionLevel]: 1 };
const MIN_CHUNK = 1024;
