import { expect, test } from "vitest";
import { bytesSource } from "./byte-source.ts";
import { readCsv, type CsvOptions } from "./csv-reader.ts";

/** Reads a text, and returns times and columns as plain numbers; null for an empty cell. */
async function read(text: string | Uint8Array, options?: CsvOptions) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const { table, times, problems, leftOut } = await readCsv(bytesSource("a.csv", bytes), options);
  const columns = table.columns.map(({ name, unit, rows, values }) => {
    const cells: (number | null)[] = Array.from(table.times, () => null);
    values.forEach((value, i) => (cells[rows?.[i] ?? i] = value));
    return [unit === "" ? name : `${name} in ${unit}`, ...cells];
  });
  return { times: [...table.times], columns, found: times, problems, leftOut: Object.fromEntries(leftOut) };
}

test.each([
  ["commas", "time,x,y\n0,1,2\n1,3,4\n"],
  ["semicolons", "time;x;y\r\n0;1;2\r\n1;3;4\r\n"],
  ["tabs", "time\tx\ty\n0\t1\t2\n1\t3\t4"],
  ["old line ends", "time,x,y\r0,1,2\r1,3,4\r"],
  ["quotes", '"time","x","y"\n"0","1",2\n"1",3,"4"\n'],
  ["blanks", " time , x,\ty \n 0, 1,2\n\n 1 ,3,4 \n"],
  ["comments", "# a log\n#\ntime,x,y\n# begins\n0,1,2\n1,3,4\n# ends"],
  ["a header in a comment", "# numpy\n# time, x, y\n0,1,2\n1,3,4\n"],
  ["a title above", "my log\n\ntime,x,y\n0,1,2\n1,3,4\n"],
  ["a mark of the encoding", "\uFEFFtime,x,y\n0,1,2\n1,3,4\n"],
  ["a named separator", "sep=;\r\ntime;x;y\n0;1;2\n1;3;4\n"],
  ["a separator at each end", "time,x,y,\n0,1,2,\n1,3,4,\n"],
])("[TB5] a file is read with %s", async (_, text) => {
  const { times, columns, problems } = await read(text);
  expect({ times, columns, problems }).toEqual({
    times: [0, 1],
    columns: [
      ["x", 1, 3],
      ["y", 2, 4],
    ],
    problems: [],
  });
});

test("[TB5] UTF-16, as Excel writes text", async () => {
  const { columns } = await read(Buffer.from("\uFEFFtime\tgröße\n0\t1\n", "utf16le"));
  expect(columns).toEqual([["größe", 1]]);
});

test("[TB5] without a header, columns have numbers; titles may be numbers, too", async () => {
  expect((await read("0,5\n1,6\n")).columns).toEqual([["column 2", 5, 6]]);
  expect((await read("time,1,2\n0,5,6\n")).columns).toEqual([
    ["1", 5],
    ["2", 6],
  ]);
});

test("[TB5] quoted cells may have separators, quotes, comments and ends of lines in them", async () => {
  const { columns } = await read('time,"a, ""b""\nc #"\n0,1\n');
  expect(columns).toEqual([['a, "b"\nc #', 1]]);
});

test("[TB5] decimal commas are known by the separator, and points between groups of digits with them", async () => {
  const { times, columns } = await read("t;x;y\n0,5;1,25;1.234,5\n1;-2e-3;\n");
  expect(times).toEqual([0.5, 1]);
  expect(columns).toEqual([
    ["x", 1.25, -0.002],
    ["y", 1234.5, null],
  ]);
  expect((await read("t;x\n0.5;1.234\n")).columns).toEqual([["x", 1.234]]);
});

test("[TB5] empty cells, words for none, truth and what is not finite", async () => {
  const { columns, leftOut } = await read("t,a,b,c\n0,,true,ok\n1,NA,FALSE,bad\n2,nan,-,1\n3,-inf,true,2\n");
  expect(columns).toEqual([
    ["a", null, null, NaN, -Infinity],
    ["b", 1, 0, null, 1],
  ]);
  expect(leftOut).toEqual({ c: 'line 2: "ok" is not a number' });
});

test("[TB5] units stand in the header or below it", async () => {
  expect((await read("time [s],speed [m/s],force (N),f(x)\n0,1,2,3\n")).columns).toEqual([
    ["speed in m/s", 1],
    ["force in N", 2],
    ["f(x)", 3],
  ]);
  expect((await read("time,speed\ns,m/s\n0,1\n")).columns).toEqual([["speed in m/s", 1]]);
});

test.each([
  ["x,time\n5,0\n6,1\n", "time", "s", [0, 1]],
  ["x,T\n5,0\n6,1\n", "T", "s", [0, 1]],
  ["x,timestamp\n1,0\n2,1\n", "timestamp", "s", [0, 1]],
  ["seq,y,z\n1,5,0\n1,4,0.5\n", "z", "s", [0, 0.5]],
  ["time [ms],x\n0,1\n1500,2\n", "time", "ms", [0, 1.5]],
  ["time (us),x\n0,1\n1500000,2\n", "time", "us", [0, 1.5]],
  ["time_ns,x\n0,1\n1500000000,2\n", "time_ns", "ns", [0, 1.5]],
  ["t/min,x\n0,1\n3,2\n", "t/min", "min", [0, 180]],
])("[TB6] the times of %j are in the column %s, in %s", async (text, column, unit, times) => {
  const { found, ...read_ } = await read(text);
  expect(found).toMatchObject({ column, unit });
  expect(read_.times).toEqual(times);
});

test.each([
  ["ns", "1700000000000000000", "1700000000500000000"],
  ["us", "1700000000000000", "1700000000500000"],
  ["ms", "1700000000000", "1700000000500"],
  ["s", "1700000000", "1700000000.5"],
])("[TB6] of times since 1970, and of steps that are too large, the size tells the unit: %s", async (unit, a, b) => {
  const { found, times } = await read(`time,x\n${a},1\n${b},2\n`);
  expect(found).toEqual({ column: "time", unit, isGuessed: true });
  expect(times).toEqual([1_700_000_000, 1_700_000_000.5]);
  expect((await read("time,x\n0,1\n1000000,1\n2000000,1\n")).times).toEqual([0, 0.001, 0.002]);
});

test("[TB6] column and unit can be chosen; a column that is not there, and a file without times, are refused", async () => {
  const text = "time,x\n0,10\n1,20\n";
  expect((await read(text, { timeColumn: "x", timeUnit: "ms" })).times).toEqual([0.01, 0.02]);
  expect((await read(text, { timeColumn: 1 })).times).toEqual([10, 20]);
  await expect(read(text, { timeColumn: "y" })).rejects.toThrow('a.csv: error: there is no column "y" of numbers');
  await expect(read("a,b\n2,2\n1,1\n")).rejects.toThrow("a.csv: error: none of its columns has times");
  await expect(read("a,b\nx,y\n")).rejects.toThrow("a.csv: error: there are no numbers in it");
  await expect(read("")).rejects.toThrow("there are no numbers in it");
});

test("[TB7] what is wrong is told with its line, and all the rest is read", async () => {
  const { times, columns, problems } = await read('time,x\n0,1\n1,oops\n,3\n2,4,5\n"1.5",6\n3');
  expect(times).toEqual([0, 1, 1.5, 2]);
  expect(columns).toEqual([["x", 1, null, 6, 4]]);
  expect(problems).toEqual([
    'a.csv:3: "oops" in "x" is not a number',
    "a.csv:5: 3 cells instead of 2",
    "a.csv:7: the last line is cut off",
    "a.csv: times go back: the rows were put in order",
    "a.csv: 1 rows without a time were left out",
  ]);
  expect((await read("sep=;\nt;x\n0;1\n1;oops\n")).problems).toEqual(['a.csv:4: "oops" in "x" is not a number']);
  const many = await read(`t,x\n0,1\n${"1,bad\n".repeat(100)}`);
  expect(many.problems).toHaveLength(21);
  expect(many.problems.at(-1)).toBe("a.csv:103: 80 more problems");
});

test("[TB7] quotes that are never closed and files that are too large are refused", async () => {
  await expect(read('t,x\n0,1\n1,"2\n3,4\n')).rejects.toThrow(
    "a.csv:3: error: the quotes of a cell are opened here and never closed",
  );
  await expect(read(`t,x\n0,1\n1,"2\n${"3,4\n".repeat(20_000)}`)).rejects.toThrow("a.csv:3: error: a cell is longer");
  await expect(read("t,x\n0,1\n1,2\n", { mostCells: 3 })).rejects.toThrow("a.csv:3: error: more than 3 numbers");
  await expect(read("t,x\n0,1\n", { mostBytes: 5 })).rejects.toThrow("8 bytes are too many to read");
  await expect(read(`${",".repeat(30_000)}\n`)).rejects.toThrow("a.csv:1: error: more than 20000 cells");
});

test("[TB8] reading takes time in proportion to the size, whatever is in the file", async () => {
  const size = 1_500_000;
  const evil = ['"', '""', ",", ";", "\r", "\n", "#", " ", "1", '",', '"\n', "\t1;", "-", "time"];
  for (const text of evil) {
    const started = performance.now();
    await read(text.repeat(size / text.length)).catch((error: Error) => expect(error.message).toMatch(/^a\.csv/));
    expect(performance.now() - started).toBeLessThan(5000);
  }
});

test("[TB8] random text gives a table or an error that says where, never anything else", async () => {
  let seed = 11;
  const random = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n;
  const parts = [
    "time",
    ",",
    ";",
    "\t",
    "\n",
    "\r\n",
    '"',
    '""',
    "1",
    "2.5",
    "-3e4",
    "1,5",
    "#",
    " ",
    "x",
    "",
    "NaN",
    "[s]",
  ];
  for (let round = 0; round < 300; round++) {
    const text = Array.from({ length: random(200) }, () => parts[random(parts.length)]!).join("");
    try {
      const { times, columns } = await read(text);
      expect(times.every((time, i) => i === 0 || time >= times[i - 1]!)).toBe(true);
      for (const column of columns) expect(column).toHaveLength(times.length + 1);
    } catch (error) {
      expect(String(error)).toMatch(/^TableError: a\.csv:(\d+:)? error: /);
    }
  }
});
