import { McapRecordBuilder } from "@mcap/core";
import { messages } from "@orrery/msgs";
import { expect, test } from "vitest";
import { seededRandom } from "../../testing/seeded-random.ts";
import { bytesSource } from "../byte-source.ts";
import { FieldError } from "../fields/field-path.ts";
import { TableError } from "../table-error.ts";
import {
  CdrBytes,
  json,
  mcapFile,
  text,
  unpackers,
  type Layout,
  type WrittenTopic,
} from "../../../../../tests/mcap-files.ts";
import { readMcap, type McapTable, type McapTableOptions } from "./mcap-table.ts";
import { MessageLog } from "./message-log.ts";

const topics: readonly WrittenTopic[] = [
  {
    topic: "/odom",
    encoding: "protobuf",
    schema: { name: "gz.msgs.Odometry", encoding: "protobuf", data: messages.descriptorSet("gz.msgs.Odometry") },
    messages: Array.from({ length: 40 }, (_, i) => [
      i * 1000,
      messages.encode("gz.msgs.Odometry", { header: { stamp: { sec: i } }, twist: { linear: { x: i } } }),
    ]),
  },
  {
    topic: "/json",
    encoding: "json",
    messages: Array.from({ length: 40 }, (_, i) => [i * 1000, json({ x: i, list: [1, 2, { y: 3 }] })]),
  },
  {
    topic: "/ros",
    encoding: "cdr",
    schema: {
      name: "a/msg/B",
      encoding: "ros2msg",
      data: text("string[] names\nfloat64[] values\na/C[2] cs\n===\nMSG: a/C\nint8 d"),
    },
    messages: Array.from({ length: 40 }, (_, i) => [
      i * 1000,
      new CdrBytes().number("Uint32", 1).text("x").number("Uint32", 2).number("Float64", i, 2).number("Int8", 3, 4)
        .bytes,
    ]),
  },
];

const read = async (bytes: Uint8Array, options: McapTableOptions = {}): Promise<McapTable> =>
  readMcap(bytesSource("a.mcap", bytes), { unpackers, ...options });

test.each<Layout>(["plain", "zstd", "lz4", "without index"])(
  "[TB18] damaged files give a table or an error that says where, in time in proportion to their size: %s",
  async (layout) => {
    const whole = await mcapFile(topics, layout);
    const random = seededRandom(3);
    for (let round = 0; round < 150; round++) {
      const end = random() < 0.3 ? Math.floor(random() * whole.length) : whole.length;
      const bytes = Buffer.from(whole).subarray(0, end);
      for (let k = 0; k < 4; k++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      const started = performance.now();
      try {
        const { table } = await read(bytes);
        expect(table.times.every((time, i) => i === 0 || time >= table.times[i - 1]!)).toBe(true);
      } catch (error) {
        expect(error instanceof TableError || error instanceof FieldError ? "" : error).toBe("");
      }
      expect(performance.now() - started).toBeLessThan(5000);
    }
  },
);

test("[TB18] a file that was cut off has what is whole, and says so", async () => {
  const whole = await mcapFile(topics, "zstd");
  const { table, problems } = await read(whole.subarray(0, Math.floor(whole.length / 2)));
  expect(problems).toEqual([expect.stringMatching(/^a\.mcap: the file is cut off or damaged at byte \d+$/)]);
  const x = table.columns.find(({ name }) => name === "/odom.twist.linear.x")!;
  expect(x.values.length).toBeGreaterThan(5);
  expect([...x.values]).toEqual([...x.values.keys()]);
});

test("[TB18] damage in a chunk costs this chunk, and is named", async () => {
  const odometry = topics[0]!.messages;
  const many = Array.from({ length: 400 }, (_, i) => [i, odometry[i % 40]![1]] as const);
  const whole = Buffer.from(await mcapFile([{ ...topics[0]!, messages: many }], "chunks"));
  whole[whole.lastIndexOf(odometry[20]![1]) + 5]! ^= 1;
  const { table, problems } = await read(whole, { time: "log" });
  expect(problems).toEqual([expect.stringMatching(/^a\.mcap: bytes \d+ to \d+ are left out: Incorrect chunk CRC/)]);
  expect(table.times.length).toBeGreaterThan(300);
  expect(table.times.length).toBeLessThan(400);
});

test("[TB18] messages that are damaged are counted, and the others are read", async () => {
  const damaged = topics[2]!.messages.map(
    ([time, bytes], i) => [time, i % 4 === 0 ? bytes.subarray(0, 20) : bytes] as const,
  );
  const { table, problems } = await read(await mcapFile([{ ...topics[2]!, messages: damaged }]));
  expect(problems).toEqual(["a.mcap: 10 messages of /ros cannot be read: a list of 2 elements ends too early"]);
  expect(table.times).toHaveLength(30);
});

test("[TB18] long lists and too many fields are left out, and named; too many numbers are refused", async () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, i]));
  const list: WrittenTopic = {
    topic: "/scan",
    encoding: "json",
    messages: [[0, json({ ranges: Array.from({ length: 400 }, () => 1), ...many })]],
  };
  const file = await mcapFile([list]);
  const { table, leftOut } = await read(file, { mostFields: 20 });
  expect(table.columns).toHaveLength(20);
  expect([...leftOut]).toEqual([
    ["/scan.ranges", "it has 400 elements: choose some of them"],
    ["/scan.f20", "there are more than 20 numbers"],
  ]);
  await expect(read(file, { mostCells: 25 })).rejects.toThrow("there are more than 25 numbers: choose fewer fields");
});

test("[TB18] what is no log, or has no numbers, is refused with the reasons", async () => {
  await expect(read(text("SQLite format 3"))).rejects.toThrow("a.mcap: error: this is not an MCAP file");
  const blob: WrittenTopic = { topic: "/blob", encoding: "cbor", messages: [[0, text("x")]] };
  const words: WrittenTopic = { topic: "/words", encoding: "json", messages: [[0, json({ a: "b" })]] };
  await expect(read(await mcapFile([blob, words]))).rejects.toThrow(
    "a.mcap: error: there are no numbers in it\n  /blob: messages of cbor without a schema cannot be read\n  /words: it has no numbers",
  );
});

test("[TB18] chunks that unpack to far more than their size end the reading", async () => {
  const size = 250_000_000;
  /** One record of an unknown kind. */
  const record = new Uint8Array(size);
  record[0] = 0x80;
  new DataView(record.buffer).setBigUint64(1, BigInt(size - 9), true);
  let calls = 0;
  const counting = { zstd: () => (calls++, record) };
  const builder = new McapRecordBuilder();
  builder.writeMagic();
  builder.writeHeader({ profile: "", library: "" });
  builder.writeChannel({ id: 1, topic: "/x", schemaId: 0, messageEncoding: "json", metadata: new Map() });
  for (let i = 0; i < 20; i++) {
    const chunk = { messageStartTime: 0n, messageEndTime: 0n, uncompressedSize: BigInt(size), uncompressedCrc: 0 };
    builder.writeChunk({ ...chunk, compression: "zstd", records: new Uint8Array(9) });
  }
  const log = await MessageLog.open(bytesSource("a.mcap", builder.buffer.slice()), { unpackers: counting });
  expect(calls).toBe(2);
  expect(log.problems[0]).toContain("the file unpacks to more than can be read");
});

test.each([
  ["float64 x y z", undefined],
  ["bool[2] a\nstring<=5[<=3] b", undefined],
  ["float64", 'the schema of a/B is wrong in line 1: "float64"'],
  ["b/C c", "the schema of a/B lacks the type b/C"],
  ["a/B b", undefined],
])("[TB18] a schema of ROS that is wrong is named: %j", async (schema, reason) => {
  const topic: WrittenTopic = {
    topic: "/x",
    encoding: "cdr",
    schema: { name: "a/msg/B", encoding: "ros2msg", data: text(schema) },
    messages: [[0, new CdrBytes().number("Float64", 1).bytes]],
  };
  const log = await MessageLog.open(bytesSource("a.mcap", await mcapFile([topic])), { unpackers });
  expect(log.topics[0]!.refusal).toBe(reason);
});
