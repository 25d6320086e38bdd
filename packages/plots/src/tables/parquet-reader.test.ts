import { zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { soak } from "../../../../tests/soak.ts";
import { bytesSource, unpackPart } from "./byte-source.ts";
import { readParquet, type ParquetReadOptions } from "./parquet-reader.ts";
import { unpackSnappy } from "./parquet/snappy.ts";
import { arrowFiles } from "./testing/arrow-files.ts";
import { seeded } from "./testing/random-curves.ts";

type Cells = readonly (number | null)[];

/** What is in each column of the files. */
const expected: Readonly<Record<string, Cells>> = Object.fromEntries(
  Object.entries({
    hole: (i: number) => (i % 7 === 3 ? null : i / 3),
    f32: (i: number) => i / 4,
    i8: (i: number) => i - 20,
    u32: (i: number) => 4_294_967_295 - i,
    i64: (i: number) => (i % 2 === 0 ? i : -i) * 1e12,
    flag: (i: number) => (i % 5 === 0 ? null : Number(i % 3 === 0)),
    few: (i: number) => Math.floor(i / 10),
    same: () => 2.5,
    stamp: (i: number) => 1_700_000_000 + i / 8,
    half: (i: number) => i / 8,
    "pose.a": (i: number) => (i % 4 === 1 ? null : i),
    "pose.b.c": (i: number) => (i % 4 === 1 || i % 6 === 0 ? null : i),
  }).map(([name, cell]) => [name, Array.from({ length: 40 }, (_, i) => cell(i))]),
);

const unpackers = { zstd: (bytes: Uint8Array) => zstdDecompressSync(bytes, { maxOutputLength: 1e6 }) };

async function read(bytes: Uint8Array, options: ParquetReadOptions = { unpackers }) {
  const { table, problems, leftOut } = await readParquet(bytesSource("a.parquet", bytes), options);
  const columns = table.columns.map(({ name, rows, values }): readonly [string, Cells] => {
    const cells: (number | null)[] = Array.from(table.times, () => null);
    values.forEach((value, i) => (cells[rows?.[i] ?? i] = value));
    return [name, cells];
  });
  return { times: table.times, columns: Object.fromEntries(columns), problems, leftOut: Object.fromEntries(leftOut) };
}

test.each(Object.entries(arrowFiles))("[TB10] a file of Arrow is read: %s", async (name, base64) => {
  const { times, columns, problems, leftOut } = await read(Buffer.from(base64, "base64"));
  expect(problems).toEqual([]);
  expect([...times]).toEqual(Array.from({ length: 40 }, (_, i) => i / 8));
  expect(Object.keys(columns).length).toBeGreaterThan(2);
  expect(columns).toEqual(Object.fromEntries(Object.keys(columns).map((name) => [name, expected[name]])));
  const isWithText = name.startsWith("dictionaries");
  expect(leftOut).toEqual(isWithText ? { text: "it has texts or bytes", "list.list.element": "it has lists" } : {});
});

const file = (name: keyof typeof arrowFiles): Buffer => Buffer.from(arrowFiles[name], "base64");

test("[TB10] pages packed by zstd are read also where the host has no function for it", async () => {
  const name = "pages of the second version, zstd";
  expect(await read(file(name), {})).toEqual(await read(file(name)));
});

test("[TB10] columns can be chosen; times may be in another one", async () => {
  const { columns } = await read(file("differences, split bytes, snappy"), { columns: ["time", "i8"] });
  expect(columns).toEqual({ i8: expected["i8"] });
  const stamped = await read(file("differences, split bytes, snappy"), { timeColumn: "stamp" });
  expect(stamped.times[1]).toBe(1_700_000_000.125);
});

test("[TB10] what cannot be unpacked or is damaged is named, and all the rest is read", async () => {
  expect(() => unpackPart({}, "gzip", new Uint8Array(9), 9)).toThrow(
    "it is packed with gzip, which cannot be unpacked here",
  );
  const damaged = file("no packing");
  const place = damaged.indexOf(Buffer.from(Float64Array.of(1 / 3).buffer));
  // In the head of the page.
  damaged.fill(0xff, place - 32, place - 24);
  const { times, columns, problems } = await read(damaged);
  expect(times).toHaveLength(40);
  expect(problems).toEqual([expect.stringMatching(/^a\.parquet: rows 0 to 40 of "hole" are missing: /)]);
  expect(columns["i64"]).toEqual(expected["i64"]);
});

test("[TB7] what is no Parquet file, is cut off, encrypted or too large is refused with the reason", async () => {
  const bytes = file("no packing");
  await expect(read(Buffer.from("time,x\n0,1\n2,3\n"))).rejects.toThrow("a.parquet: error: this is not a Parquet file");
  await expect(read(bytes.subarray(0, 3))).rejects.toThrow("this is not a Parquet file");
  await expect(read(bytes.subarray(0, 500))).rejects.toThrow("it is cut off");
  await expect(read(bytes, { mostCells: 100 })).rejects.toThrow("4 columns of 40 rows are more than 100 numbers");
  await expect(read(bytes, { timeColumn: "x" })).rejects.toThrow('there is no column "x" of numbers');
  const encrypted = Buffer.from(bytes);
  encrypted.write("PARE", bytes.length - 4);
  await expect(read(encrypted)).rejects.toThrow("it is encrypted");
});

test("[TB11] damaged Parquet files give a table or an error, soon and with little memory", async () => {
  const random = seeded(5);
  const files = Object.values(arrowFiles).map((base64) => Buffer.from(base64, "base64"));
  for (let round = 0; round < soak(20_000); round++) {
    const bytes = Buffer.from(files[round % files.length]!);
    for (let i = 0; i <= round % 4; i++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    const cut = round % 10 === 0 ? bytes.subarray(0, random() * bytes.length) : bytes;
    const started = performance.now();
    await read(cut).then(
      ({ times, columns }) => {
        for (const cells of Object.values(columns)) expect(cells).toHaveLength(times.length);
      },
      (error: unknown) => expect(String(error)).toMatch(/^TableError: a\.parquet: error: /),
    );
    expect(performance.now() - started).toBeLessThan(2000);
  }
}, 120_000);

test("[TB11] Snappy that lies about lengths is refused at once", () => {
  const plain = Buffer.from("abcabcabcabc");
  // A literal of three bytes, then a copy of nine from three back.
  const packed = Uint8Array.of(12, 8, 97, 98, 99, ((9 - 4) << 2) | 1, 3);
  expect(Buffer.from(unpackSnappy(packed, 12))).toEqual(plain);
  for (const bad of [[12, 8, 97], [12, 252, 255, 255, 255, 255, 1], [12, 1, 0], [12, 9, 5], [12], [1, 0, 97, 0, 98]]) {
    expect(() => unpackSnappy(Uint8Array.from(bad), 12)).toThrow("it is damaged");
  }
});
