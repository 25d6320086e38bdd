import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { samples } from "../series/samples.ts";
import { bytesSource } from "./byte-source.ts";
import { readCsv } from "./csv-reader.ts";
import { csvPieces } from "./csv-writer.ts";
import { randomCurves } from "./testing/random-curves.ts";
import { curvesOf, tableOf, type NamedSamples } from "./table.ts";

const bytesOf = (curves: readonly NamedSamples[]): Buffer => Buffer.concat([...csvPieces(tableOf(curves))]);

test("[TB3] a written table is RFC 4180: header with units, quotes, CRLF, empty cells, NaN and infinities in words", () => {
  const curves = [
    { name: "speed", unit: "m/s", samples: samples([0, 0.5], [-0, NaN]) },
    { name: 'a "b", [c]', unit: "", samples: samples([0.5, 1], [1e308, -Infinity]) },
  ];
  expect(bytesOf(curves).toString()).toBe(
    'time [s],speed [m/s],"a ""b"", [c] []"\r\n0,-0,\r\n0.5,NaN,1e+308\r\n1,,-Infinity\r\n',
  );
});

test("[TB3] what is written is read back to the bit, with names and units", async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const curves = randomCurves(seed);
    const { table, problems, times } = await readCsv(bytesSource("x.csv", bytesOf(curves)));
    expect(problems).toEqual([]);
    expect(times).toEqual({ column: "time", unit: "s", isGuessed: false });
    const read = curvesOf(table);
    expect(read.map(({ name, unit }) => [name, unit])).toEqual(curves.map(({ name, unit }) => [name, unit]));
    // By bits: toEqual takes 0 for -0 in typed arrays.
    read.forEach(({ samples: { times, values } }, i) => {
      expect(Buffer.from(times.buffer).equals(Buffer.from(curves[i]!.samples.times.buffer))).toBe(true);
      expect(Buffer.from(values.buffer).equals(Buffer.from(curves[i]!.samples.values.buffer))).toBe(true);
    });
  }
});

test("[TB3] Python's csv reads what is written, and we read what it writes", async () => {
  const curves = randomCurves(3);
  const script = `
import csv, sys, io, json, struct
rows = list(csv.reader(io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline="")))
out = io.StringIO()
csv.writer(out).writerows([rows[0]] + [[c if c == "" else repr(float(c)) for c in row] for row in rows[1:]])
sys.stdout.buffer.write(out.getvalue().encode())
`;
  const again = execFileSync("python3", ["-c", script], { input: bytesOf(curves), maxBuffer: 1 << 28 });
  const { table, problems } = await readCsv(bytesSource("python.csv", again));
  expect(problems).toEqual([]);
  curvesOf(table).forEach(({ name, samples: { values } }, i) => {
    // Python does not quote blanks.
    expect(name.trim()).toBe(curves[i]!.name.trim());
    expect(Buffer.from(values.buffer).equals(Buffer.from(curves[i]!.samples.values.buffer))).toBe(true);
  });
});

test("[TB4] a table of any length is written in pieces of bounded size", () => {
  const times = Float64Array.from({ length: 200_000 }, (_, i) => i / 1000);
  let bytes = 0;
  for (const piece of csvPieces({ times, columns: [{ name: "x", unit: "", rows: undefined, values: times }] })) {
    expect(piece.length).toBeLessThan(100_000);
    bytes += piece.length;
  }
  expect(bytes).toBeGreaterThan(2_000_000);
});
