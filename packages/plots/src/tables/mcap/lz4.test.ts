import { expect, test } from "vitest";
import { seededRandom } from "../../testing/seeded-random.ts";
import { unpackLz4 } from "./lz4.ts";

/** Bytes of 255 in base64, which long matches have many of. */
const full = (count: number): string => "/".repeat(count);

const SIZE = 70_000;
const original = Uint8Array.from({ length: SIZE }, (_, i) => (i % 50) * 7);

/** Made by the lz4 command, in blocks of 64 kB. */
const packed: Readonly<Record<string, string>> = {
  "independent blocks": `BCJNGGRApz0BAAD/IwAHDhUcIyoxOD9GTVRbYmlwd36FjJOaoaivtr3Ey9LZ4Ofu9fwDChEYHyYtNDtCSVBXMgD${full(341)}tlDZ4Ofu9U4AAAD/I/wDChEYHyYtNDtCSVBXAAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tng5+71MgD${full(22)}zdQO0JJUFcAAAAAhZg8+Q==`,
  "blocks that repeat earlier ones": `BCJNGERAXj0BAAD/IwAHDhUcIyoxOD9GTVRbYmlwd36FjJOaoaivtr3Ey9LZ4Ofu9fwDChEYHyYtNDtCSVBXMgD${full(341)}tlDZ4Ofu9RsAAAAP3P${full(23)}2lQO0JJUFcAAAAAhZg8+Q==`,
  "sums of blocks, and the size": `BCJNGFxAcBEBAAAAAADjPQEAAP8jAAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tng5+71/AMKERgfJi00O0JJUFcyAP${full(340)}+2UNng5+71IJSkGxsAAAAPMgD${full(22)}2lQO0JJUFfEGLlZAAAAAIWYPPk=`,
  "no sum": `BCJNGGBAgj0BAAD/IwAHDhUcIyoxOD9GTVRbYmlwd36FjJOaoaivtr3Ey9LZ4Ofu9fwDChEYHyYtNDtCSVBXMgD${full(341)}tlDZ4Ofu9U4AAAD/I/wDChEYHyYtNDtCSVBXAAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tng5+71MgD${full(22)}zdQO0JJUFcAAAAA`,
};

test.each(Object.entries(packed))("[TB17] frames of LZ4 are unpacked: %s", (_, base64) => {
  expect(Buffer.compare(unpackLz4(Buffer.from(base64, "base64"), SIZE), original)).toBe(0);
});

test("[TB18] damaged LZ4 gives an error, or bytes of the announced size", () => {
  const random = seededRandom(5);
  const frames = Object.values(packed).map((base64) => Buffer.from(base64, "base64"));
  for (let round = 0; round < 2000; round++) {
    const bytes = Buffer.from(frames[round % frames.length]!).subarray(0, 20 + Math.floor(random() * 400));
    for (let k = 0; k < 3; k++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    try {
      expect(unpackLz4(bytes, SIZE)).toHaveLength(SIZE);
    } catch (error) {
      expect(String(error)).toBe("TableError: a part cannot be unpacked: it is damaged");
    }
  }
  expect(() => unpackLz4(frames[0]!, SIZE - 1)).toThrow("damaged");
  expect(() => unpackLz4(frames[0]!, SIZE + 1)).toThrow("damaged");
});
