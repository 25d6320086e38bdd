import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { bytesSource } from "./byte-source.ts";
import { readParquet } from "./parquet-reader.ts";
import { parquetPieces } from "./parquet-writer.ts";
import { curvesOf, tableOf } from "./table.ts";
import { randomCurves } from "./testing/random-curves.ts";

const unpackers = { zstd: (bytes: Uint8Array) => zstdDecompressSync(bytes) };

test.each([
  ["as they are", undefined],
  ["packed", (bytes: Uint8Array) => zstdCompressSync(bytes)],
])("[TB9] curves that are written as Parquet %s are read back to the bit, with names and units", async (_, pack) => {
  for (let seed = 1; seed <= 10; seed++) {
    const curves = randomCurves(seed);
    const bytes = Buffer.concat([...parquetPieces(tableOf(curves), pack === undefined ? {} : { pack })]);
    const { table, times, problems } = await readParquet(bytesSource("x.parquet", bytes), { unpackers });
    expect({ times, problems }).toEqual({ times: { column: "time", unit: "s", isGuessed: false }, problems: [] });
    // Columns without a value are not read.
    const full = curves.filter(({ samples: { values } }) => values.length > 0);
    const read = curvesOf(table);
    expect(read.map(({ name, unit }) => [name, unit])).toEqual(full.map(({ name, unit }) => [name, unit]));
    read.forEach(({ samples: { times, values } }, i) => {
      expect(Buffer.from(times.buffer).equals(Buffer.from(full[i]!.samples.times.buffer))).toBe(true);
      expect(Buffer.from(values.buffer).equals(Buffer.from(full[i]!.samples.values.buffer))).toBe(true);
    });
  }
});

test("[TB9] another reader finds doubles, nulls in empty cells, and the units beside the columns", async () => {
  const times = Float64Array.of(0, 0.5, 1);
  const table = tableOf([
    { name: "x", unit: "m", samples: { times, values: Float64Array.of(-0, NaN, 1e308) } },
    { name: "X", unit: "", samples: { times: times.slice(1, 2), values: Float64Array.of(5e-324) } },
  ]);
  const bytes = Uint8Array.from(Buffer.concat([...parquetPieces(table)]));
  const file = { byteLength: bytes.length, slice: (from: number, to?: number) => bytes.slice(from, to).buffer };
  expect(await parquetReadObjects({ file })).toEqual([
    { time: 0, x: -0, "X (2)": null },
    { time: 0.5, x: NaN, "X (2)": 5e-324 },
    { time: 1, x: 1e308, "X (2)": null },
  ]);
  const { key_value_metadata: notes, schema, created_by } = parquetMetadata(bytes);
  expect(created_by).toBe("orrery");
  expect(schema.map(({ name, type }) => [name, type])).toEqual([
    ["root", undefined],
    ["time", "DOUBLE"],
    ["x", "DOUBLE"],
    ["X (2)", "DOUBLE"],
  ]);
  expect(JSON.parse(notes!.find(({ key }) => key === "orrery.columns")!.value!)).toEqual([
    { column: "time", name: "time", unit: "s" },
    { column: "x", name: "x", unit: "m" },
    { column: "X (2)", name: "X", unit: "" },
  ]);
});

test("[TB9] the file begins and ends as Parquet says: magic, description, its length, magic", () => {
  const bytes = Buffer.concat([...parquetPieces(tableOf(randomCurves(1)))]);
  expect(bytes.subarray(0, 4).toString()).toBe("PAR1");
  expect(bytes.subarray(-4).toString()).toBe("PAR1");
  const length = bytes.readUInt32LE(bytes.length - 8);
  // Field 1, an integer: the version, which is 2 or 4 in Thrift's zigzag. Then field 2: a list of structs, the schema.
  expect([...bytes.subarray(bytes.length - 8 - length).subarray(0, 4)]).toEqual([0x15, 4, 0x19, (11 + 1) * 16 + 12]);
});

test("[TB4] a long table is written as Parquet group by group", () => {
  const times = new Float64Array(300_000).map((_, i) => i / 1000);
  const column = { name: "x", unit: "", rows: undefined, values: times };
  const sizes = Array.from(parquetPieces({ times, columns: [column] }), ({ length }) => length);
  expect(sizes).toHaveLength(6);
  expect(Math.max(...sizes)).toBeLessThan(1.2e6);
});
