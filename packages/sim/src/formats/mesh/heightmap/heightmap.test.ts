import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync, constants } from "node:zlib";
import { expect, test } from "vitest";
import { Rng, seedFrom } from "../../../base/rng.ts";
import { readHeightmap } from "./heightmap.ts";
import { inflateZlib } from "./inflate.ts";
import { MeshError } from "../mesh-error.ts";
import { readPng } from "./png.ts";

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
  /** Rows as they are stored, each with its filter rule. */
  readonly rows: readonly (readonly number[])[];
  readonly palette?: readonly number[];
  readonly interlaced?: boolean;
}

function png({ width, height, depth, colour, rows, palette, interlaced }: Picture): Uint8Array {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const word = (value: number): Buffer => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    };
    return Buffer.concat([word(data.length), named, word(crc32(named))]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlaced === true ? 1 : 0], 8);
  const data = deflateSync(Uint8Array.from(rows.flat()));
  return Buffer.concat([
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    chunk("IHDR", header),
    ...(palette === undefined ? [] : [chunk("PLTE", Uint8Array.from(palette))]),
    // In two pieces, as in large pictures.
    chunk("IDAT", data.subarray(0, 5)),
    chunk("IDAT", data.subarray(5)),
    chunk("IEND", new Uint8Array()),
  ]);
}

/** Returns two rows of bytes. */
function grey(top: readonly [number, number], bottom: readonly [number, number]): Uint8Array {
  return png({
    width: 2,
    height: 2,
    depth: 8,
    colour: 0,
    rows: [
      [0, ...top],
      [0, ...bottom],
    ],
  });
}

test("[ME10] packed data comes out as it went in: stored, with fixed and with own codes, at every level", () => {
  const rng = new Rng(seedFrom(10, "packed"));
  for (let round = 0; round < 60; round++) {
    const kinds = 1 + rng.int(256);
    const data = Uint8Array.from({ length: rng.int(5000) }, () => rng.int(kinds));
    data.copyWithin(data.length >> 1, 0);
    const strategy = round % 3 === 0 ? constants.Z_FIXED : constants.Z_DEFAULT_STRATEGY;
    const packed = deflateSync(data, { level: rng.int(10), strategy });
    expect(Buffer.from(inflateZlib(packed, data.length)).equals(data)).toBe(true);
  }
});

test("[ME10] damaged or endless packed data is refused", () => {
  const rng = new Rng(seedFrom(11, "damaged"));
  const packed = deflateSync(new Uint8Array(100_000));
  expect(() => inflateZlib(packed, 1000)).toThrow("more than 1000 bytes");
  for (let round = 0; round < 500; round++) {
    const broken = packed.slice(0, 1 + rng.int(packed.length));
    broken[rng.int(broken.length)] = rng.int(256);
    try {
      expect(inflateZlib(broken, 200_000).length).toBeLessThanOrEqual(200_000);
    } catch (error) {
      expect(error).toBeInstanceOf(MeshError);
    }
  }
});

test.each<[string, Picture, readonly number[]]>([
  ["8 bits grey", { width: 2, height: 1, depth: 8, colour: 0, rows: [[0, 0, 51]] }, [0, 0.2]],
  ["16 bits grey", { width: 2, height: 1, depth: 16, colour: 0, rows: [[0, 0xff, 0xff, 0x80, 0]] }, [1, 32768 / 65535]],
  ["2 bits grey", { width: 4, height: 1, depth: 2, colour: 0, rows: [[0, 0b00011011]] }, [0, 1 / 3, 2 / 3, 1]],
  ["1 bit grey", { width: 3, height: 1, depth: 1, colour: 0, rows: [[0, 0b10100000]] }, [1, 0, 1]],
  ["red of RGB", { width: 2, height: 1, depth: 8, colour: 2, rows: [[0, 255, 1, 2, 51, 3, 4]] }, [1, 0.2]],
  ["red of RGBA", { width: 1, height: 1, depth: 8, colour: 6, rows: [[0, 51, 1, 2, 3]] }, [0.2]],
  [
    "a palette",
    { width: 2, height: 1, depth: 8, colour: 3, rows: [[0, 1, 0]], palette: [51, 0, 0, 255, 0, 0] },
    [1, 0.2],
  ],
  [
    "every rule of rows",
    {
      width: 2,
      height: 5,
      depth: 8,
      colour: 0,
      // 51 102 in every row: unfiltered, from the left, from above, from their mean, from the nearest.
      rows: [
        [0, 51, 102],
        [1, 51, 51],
        [2, 0, 0],
        [3, 26, 26],
        [4, 0, 0],
      ],
    },
    [0.2, 0.4, 0.2, 0.4, 0.2, 0.4, 0.2, 0.4, 0.2, 0.4],
  ],
])("[ME10] a picture of %s is read as shares of white", (_name, picture, values) => {
  const read = readPng(png(picture));
  expect([read.width, read.height]).toEqual([picture.width, picture.height]);
  expect([...read.values].map((value) => Math.round(value * 1e6))).toEqual(
    values.map((value) => Math.round(value * 1e6)),
  );
});

test("[ME11] the brightest pixel is as high as the size says, and the top of the picture lies at +y", () => {
  const picture = grey([100, 200], [0, 50]);
  const map = readHeightmap(picture, { size: { x: 10, y: 20, z: 4 }, sampling: 1 });
  expect(map).toMatchObject({ columns: 2, rows: 2, size: { x: 10, y: 20 } });
  expect([...map.heights]).toEqual([0, 1, 2, 4]);
});

test("[ME11] more samples lie straight between the pixels", () => {
  const picture = grey([100, 200], [0, 0]);
  const map = readHeightmap(picture, { size: { x: 1, y: 1, z: 2 }, sampling: 2 });
  expect([map.columns, map.rows]).toEqual([3, 3]);
  expect([...map.heights]).toEqual([0, 0, 0, 0.5, 0.75, 1, 1, 1.5, 2]);
});

test.each<[string, Uint8Array, string]>([
  ["another kind of file", new TextEncoder().encode("II*\0"), "PNG pictures only"],
  ["one pixel", png({ width: 1, height: 1, depth: 8, colour: 0, rows: [[0, 1]] }), "too small for a ground"],
  ["interlacing", png({ width: 2, height: 2, depth: 8, colour: 0, rows: [[0, 0, 0]], interlaced: true }), "interlaced"],
  ["too little data", png({ width: 2, height: 2, depth: 8, colour: 0, rows: [[0, 0, 0]] }), "cut off"],
  ["a wild size", png({ width: 1e9, height: 1e9, depth: 8, colour: 0, rows: [[0]] }), "is not read"],
])("[ME11] %s is refused", (_name, bytes, message) => {
  expect(() => readHeightmap(bytes, { size: { x: 1, y: 1, z: 1 }, sampling: 1 })).toThrow(message);
});

const conformance = join(
  import.meta.dirname,
  "../../../../../../shared/conformance/gz-sim/worlds/lookup_slip_heightmap.png",
);
test.skipIf(!existsSync(conformance))(
  "[ME11] a heightmap of Gazebo's is read (skipped where the conformance set is not there)",
  () => {
    const map = readHeightmap(readFileSync(conformance), { size: { x: 10, y: 10, z: 3 }, sampling: 1 });
    expect(map.columns).toBe(map.rows);
    expect(Math.max(...map.heights)).toBeCloseTo(3, 6);
    expect(Math.min(...map.heights)).toBeGreaterThanOrEqual(0);
  },
);
