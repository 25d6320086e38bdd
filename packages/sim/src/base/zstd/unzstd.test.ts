import { constants, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { unzstd, ZstdError } from "./unzstd.ts";

/** Data of many kinds, without an order that would be lost by chance. */
function samples(): Uint8Array[] {
  let seed = 1;
  const random = (most: number): number => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) % most;
  const noise = (size: number, most = 256): Uint8Array => Uint8Array.from({ length: size }, () => random(most));
  const text = (size: number): Uint8Array =>
    Buffer.from(Array.from({ length: size / 5 }, () => ["pose", "link", "box_", "time"][random(4)]).join(" "));
  const doubles = new Uint8Array(Float64Array.from({ length: 20_000 }, (_, i) => i * 0.001 + random(7)).buffer);
  const repeated = Buffer.concat([noise(300), ...Array.from({ length: 50 }, (_, i) => noise(1 + (i % 9))), noise(300)]);
  return [
    new Uint8Array(0),
    Uint8Array.of(7),
    new Uint8Array(500_000),
    noise(200_000),
    noise(90_000, 3),
    noise(900, 20),
    text(300_000),
    text(400),
    doubles,
    Buffer.concat([repeated, repeated, repeated.subarray(7), text(9000), repeated]),
  ];
}

test("[BA60] what was packed by zstd, at any level, is unpacked to the same bytes", () => {
  for (const [i, data] of samples().entries()) {
    for (const level of [-5, 1, 3, 9, 19]) {
      const packed = zstdCompressSync(data, { params: { [constants.ZSTD_c_compressionLevel]: level } });
      const unpacked = unzstd(packed, data.length);
      expect({ i, level, same: Buffer.compare(unpacked, data) === 0 }).toEqual({ i, level, same: true });
    }
  }
});

test("[BA60] data that is damaged, cut off, or larger than announced is refused, and never takes long", () => {
  const data = samples()[6]!;
  const packed = zstdCompressSync(data);
  expect(() => unzstd(packed, data.length - 1)).toThrow("it is larger than announced");
  expect(() => unzstd(Buffer.from("not packed at all"), 100)).toThrow("this is not packed by zstd");
  let refused = 0;
  for (let i = 0; i < 400; i++) {
    const damaged = Uint8Array.from(packed);
    damaged[(i * 7919) % damaged.length]! ^= 1 << (i % 8);
    for (const bytes of [damaged, packed.subarray(0, (i * 31) % packed.length)]) {
      try {
        unzstd(bytes, data.length);
      } catch (error) {
        expect(error).toBeInstanceOf(ZstdError);
        refused++;
      }
    }
  }
  expect(refused).toBeGreaterThan(500);
});
