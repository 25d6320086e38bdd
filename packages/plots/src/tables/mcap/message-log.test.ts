import { messages } from "@orrery/msgs";
import { expect, test } from "vitest";
import { bytesSource } from "../byte-source.ts";
import { parsePath } from "../fields/field-path.ts";
import {
  CdrBytes,
  json,
  mcapFile,
  text,
  unpackers,
  type Layout,
  type WrittenTopic,
} from "../../../../../tests/mcap-files.ts";
import { MessageLog, type ReadNumbersOptions } from "./message-log.ts";

/** A second, of log times. */
const S = 1_000_000_000;

const imu: WrittenTopic = {
  topic: "/imu",
  encoding: "protobuf",
  schema: { name: "gz.msgs.IMU", encoding: "protobuf", data: messages.descriptorSet("gz.msgs.IMU") },
  messages: [0, 1, 2].map((i) => [
    (i + 10) * S,
    messages.encode("gz.msgs.IMU", {
      header: { stamp: { sec: i, nsec: 500_000_000 } },
      linear_acceleration: { x: 0.1 * i, z: -9.8 },
    }),
  ]),
};

const battery: WrittenTopic = {
  topic: "/battery",
  encoding: "json",
  schema: {
    name: "my.Battery",
    encoding: "jsonschema",
    data: json({
      type: "object",
      properties: {
        timestamp: { type: "object", properties: { sec: { type: "integer" }, nsec: { type: "integer" } } },
        volts: { type: "number" },
        cells: {
          type: "array",
          items: { type: "object", properties: { name: { type: "string" }, t: { $ref: "#/$defs/t" } } },
        },
      },
      $defs: { t: { type: "number" } },
    }),
  },
  messages: [0, 1, 2].map((i) => [
    (i + 10) * S,
    json({
      timestamp: { sec: i, nsec: 0 },
      volts: 12 - i,
      isOn: true,
      cells: [
        { name: "a", t: 20 + i },
        { name: "b", t: i === 1 ? "NaN" : 30 },
      ],
    }),
  ]),
};

const jointState = [
  "std_msgs/Header header",
  "string[] name # of the joints",
  "float64[] position",
  "uint8 KIND=3",
  "geometry_msgs/Vector3[2] ends",
  "bool is_ok true",
  "int64 ticks",
  "float32[<=3] loads",
  "=".repeat(80),
  "MSG: std_msgs/Header",
  "builtin_interfaces/Time stamp",
  "string frame_id",
  "=".repeat(80),
  "MSG: geometry_msgs/Vector3",
  "float64 x",
  "float64 y",
  "float64 z",
].join("\n");

function jointMessage(i: number, order: "little" | "big" | "ros1"): Uint8Array {
  const cdr = new CdrBytes(order);
  cdr.number("Int32", i).number("Uint32", 250_000_000).text("base");
  cdr.number("Uint32", 2).text("elbow").text("wrist_1");
  cdr.number("Uint32", 2).number("Float64", i / 8, -i);
  cdr
    .number("Float64", 1, 2, 3, 4, 5, 6 + i)
    .number("Uint8", 1)
    .big(-12_345_678_901n);
  return cdr.number("Uint32", 1).number("Float32", 0.25).bytes;
}

const joints = (order: "little" | "big"): WrittenTopic => ({
  topic: "/joint_states",
  encoding: "cdr",
  schema: { name: "sensor_msgs/msg/JointState", encoding: "ros2msg", data: text(jointState) },
  messages: [0, 1, 2].map((i) => [(i + 10) * S, jointMessage(i, order)]),
});

const open = async (topics: readonly WrittenTopic[], layout?: Layout): Promise<MessageLog> =>
  MessageLog.open(bytesSource("a.mcap", await mcapFile(topics, layout)), { unpackers });

async function curvesOf(log: MessageLog, topic: string, paths: readonly string[], options?: ReadNumbersOptions) {
  const wanted = paths.map((path) => ({ topic, path: parsePath(path) }));
  const { curves, problems } = await log.read(wanted, options);
  expect(problems).toEqual([]);
  return curves.map(({ name, unit, samples }) => ({
    name,
    unit,
    times: [...samples.times],
    values: [...samples.values],
  }));
}

test("[TB15] numbers of protobuf messages are read by the types in the file, with units, at their stamps", async () => {
  const log = await open([imu]);
  expect(log.topics).toMatchObject([{ name: "/imu", type: "gz.msgs.IMU", encoding: "protobuf", count: 3 }]);
  expect(await curvesOf(log, "/imu", ["linear_acceleration.x", "linear_acceleration.z"])).toEqual([
    { name: "/imu.linear_acceleration.x", unit: "m/s²", times: [0.5, 1.5, 2.5], values: [0, 0.1, 0.2] },
    { name: "/imu.linear_acceleration.z", unit: "m/s²", times: [0.5, 1.5, 2.5], values: [-9.8, -9.8, -9.8] },
  ]);
});

test("[TB15] numbers of JSON messages are found by schema and example; elements of lists by position or name", async () => {
  const log = await open([battery]);
  const { fields } = await log.numbers(log.topics[0]!);
  expect(fields.map(({ path }) => path.join("."))).toEqual([
    "timestamp.sec",
    "timestamp.nsec",
    "volts",
    "cells.0.t",
    "cells.1.t",
    "isOn",
  ]);
  const times = [0, 1, 2];
  expect(await curvesOf(log, "/battery", ["volts", "cells[0].t", 'cells["b"].t', "isOn"])).toEqual([
    { name: "/battery.volts", unit: "", times, values: [12, 11, 10] },
    { name: "/battery.cells[0].t", unit: "", times, values: [20, 21, 22] },
    { name: "/battery.cells.b.t", unit: "", times, values: [30, NaN, 30] },
    { name: "/battery.isOn", unit: "", times, values: [1, 1, 1] },
  ]);
});

test.each(["little", "big"] as const)("[TB15] numbers of ROS 2 messages are read, %s-endian", async (order) => {
  const log = await open([joints(order)]);
  const times = [0.25, 1.25, 2.25];
  const paths = ["position[0]", "position[1]", "ends[1].z", "is_ok", "ticks", "loads[0]", "loads[2]"];
  expect(await curvesOf(log, "/joint_states", paths)).toMatchObject([
    { times, values: [0, 0.125, 0.25] },
    { times, values: [-0, -1, -2] },
    { times, values: [6, 7, 8] },
    { times, values: [1, 1, 1] },
    { times, values: Array.from(times, () => -12_345_678_901) },
    { times, values: [0.25, 0.25, 0.25] },
    { times, values: [NaN, NaN, NaN] },
  ]);
  const [, position] = await log.fields(log.topics[0]!, []);
  // The joints' names are beside their positions.
  expect(position).toMatchObject({
    name: "position",
    elements: "number",
    choices: [{ name: "elbow" }, { name: "wrist_1" }],
  });
});

test("[TB15] numbers of ROS 1 messages are read", async () => {
  const schema = {
    name: "sensor_msgs/JointState",
    encoding: "ros1msg",
    data: text(jointState.replace("builtin_interfaces/Time", "time")),
  };
  const log = await open([{ topic: "/js", encoding: "ros1", schema, messages: [[5 * S, jointMessage(3, "ros1")]] }]);
  expect(await curvesOf(log, "/js", ["ends[1].z", "loads[0]"])).toMatchObject([
    { times: [3.25], values: [9] },
    { times: [3.25], values: [0.25] },
  ]);
});

test("[TB16] numbers have the time of logging on request, where there is no stamp, and where nobody has set it", async () => {
  const log = await open([imu]);
  expect(await curvesOf(log, "/imu", ["linear_acceleration.x"], { time: "log" })).toMatchObject([
    { times: [10, 11, 12] },
  ]);
  const bare = (topic: string, value: object): WrittenTopic => ({
    topic,
    encoding: "json",
    messages: [1.5, 2.5].map((s) => [s * S, json(value)]),
  });
  const others = await open([bare("/a", { x: 1 }), bare("/b", { x: 1, header: { stamp: { sec: 0, nanosec: 0 } } })]);
  expect(await curvesOf(others, "/a", ["x"])).toMatchObject([{ times: [1.5, 2.5] }]);
  expect(await curvesOf(others, "/b", ["x"])).toMatchObject([{ times: [1.5, 2.5] }]);
});

test("[TB16] samples are put in the order of their times, and a stamp that goes back is a problem", async () => {
  const stamps = [3, 1, 2];
  const topic: WrittenTopic = {
    topic: "/a",
    encoding: "json",
    messages: stamps.map((sec, i) => [i * S, json({ stamp: { sec, nsec: 0 }, x: sec })]),
  };
  const { curves, problems } = await (await open([topic])).read([{ topic: "/a", path: ["x"] }]);
  expect([...curves[0]!.samples.times]).toEqual([1, 2, 3]);
  expect([...curves[0]!.samples.values]).toEqual([1, 2, 3]);
  expect(problems).toEqual(["a.mcap: times of /a.x go back: its samples were put in order"]);
});

test.each<Layout>(["plain", "chunks", "zstd", "lz4", "without index", "chunks without index"])(
  "[TB17] files of every layout are read: %s",
  async (layout) => {
    const many = { ...imu, messages: Array.from({ length: 300 }, (_, i) => [i * S, imu.messages[i % 3]![1]] as const) };
    // As in a page, which has no functions of its own.
    const log = await MessageLog.open(bytesSource("a.mcap", await mcapFile([many, battery, joints("little")], layout)));
    expect(log.problems).toEqual([]);
    expect(log.topics.map(({ name, count }) => [name, count])).toEqual([
      ["/battery", 3],
      ["/imu", 300],
      ["/joint_states", 3],
    ]);
    const [x] = await curvesOf(log, "/imu", ["linear_acceleration.x"], { time: "log" });
    expect(x!.times).toEqual(many.messages.map(([time]) => time / S));
    expect(x!.values).toEqual(many.messages.map((_, i) => 0.1 * (i % 3)));
  },
);

test("[TB17] topics and their fields are listed without reading the whole file", async () => {
  const many = { ...imu, messages: Array.from({ length: 3000 }, (_, i) => [i * S, imu.messages[i % 3]![1]] as const) };
  const source = bytesSource("a.mcap", await mcapFile([many], "chunks"));
  let count = 0;
  const counted = {
    ...source,
    read: (offset: number, length: number) => ((count += length), source.read(offset, length)),
  };
  const log = await MessageLog.open(counted);
  expect((await log.numbers(log.topics[0]!)).fields.map(({ path }) => path.join("."))).toContain(
    "linear_acceleration.z",
  );
  expect(count).toBeLessThan(source.size / 4);
});

test("[TB17] a topic with messages of two types is listed once for each, and read as one where both have the number", async () => {
  const typed = (name: string, from: number): WrittenTopic => ({
    topic: "/x",
    encoding: "json",
    schema: {
      name,
      encoding: "jsonschema",
      data: json({ properties: { [name]: { type: "number" }, v: { type: "number" } } }),
    },
    messages: [[from * S, json({ v: from, [name]: 7 })]],
  });
  const log = await open([typed("A", 1), typed("B", 2)]);
  expect(log.topics.map(({ name, type }) => [name, type])).toEqual([
    ["/x", "A"],
    ["/x", "B"],
  ]);
  expect(await curvesOf(log, "/x", ["v", "A"])).toMatchObject([{ values: [1, 2] }, { values: [7, NaN] }]);
});

test("[TB17] topics and fields that are not there are errors that say what there is", async () => {
  const log = await open([imu, { topic: "/blob", encoding: "cbor", messages: [[0, text("x")]] }]);
  await expect(log.read([{ topic: "/imv", path: ["x"] }])).rejects.toThrow(
    "a.mcap: error: there is no topic /imv (did you mean /imu?)",
  );
  await expect(log.read([{ topic: "/imu", path: ["linear_acceleratoin", "x"] }])).rejects.toThrow(
    'gz.msgs.IMU has no field linear_acceleratoin; did you mean "linear_acceleration"?',
  );
  await expect(log.read([{ topic: "/blob", path: ["x"] }])).rejects.toThrow(
    "/blob: messages of cbor without a schema cannot be read",
  );
  expect(log.topics.map(({ refusal }) => refusal)).toEqual([
    "messages of cbor without a schema cannot be read",
    undefined,
  ]);
});
