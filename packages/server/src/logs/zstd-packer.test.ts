import { expect, test } from "vitest";
import { ZstdPacker } from "./zstd-packer.ts";

test.each([0, 1, 1000, 1_000_000])(
  "[HI33] %i packed bytes come back to the bit, and take no more memory than they need",
  async (length) => {
    const packer = new ZstdPacker();
    // One half of the bytes is constant, the other half varies.
    const bytes = Uint8Array.from({ length }, (_, i) => (i % 2 === 0 ? 7 : Math.imul(i, 0x9e3779b1) >>> 24));
    const packed = await packer.pack(bytes);
    expect(packer.unpack(packed)).toEqual(bytes);
    if (length === 1_000_000) expect(packed.buffer.byteLength).toBeLessThan(length);
  },
);
