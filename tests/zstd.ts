import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Packing } from "@orrery/sim/testing";

/** For logs in memory: the simulator itself has no zstd, only its hosts do. */
export const zstd: Packing = {
  pack: (bytes) => zstdCompressSync(bytes),
  unpack: (bytes, size) => zstdDecompressSync(bytes, { maxOutputLength: size }),
};
