import { MessageRegistry, messages } from "@orrery/msgs";
import { expect, test } from "vitest";
import { randomMessage } from "../testing/random-messages.ts";
import { seeded } from "../testing/random-curves.ts";
import { parsePath } from "./field-path.ts";
import { numberReader, readNumber } from "./message-numbers.ts";
import { ProtoTypes } from "./proto-types.ts";
import { decodeWire } from "./wire-decode.ts";
import { wireNumberReader } from "./wire-numbers.ts";

const types = new ProtoTypes(messages);

/** Reads a number both ways: out of a decoded message, and out of its bytes. */
function read(type: string, message: object, path: string): number {
  const bytes = messages.encode(type, message as never);
  const value = wireNumberReader(types, type, parsePath(path))(bytes);
  expect(numberReader(messages, type, parsePath(path))(messages.decode(type, bytes) as object)).toBe(value);
  return value;
}

test("[TB12] every number of random messages is found, in the message and in its bytes", () => {
  const names = [
    "Pose_V",
    "Any",
    "Param",
    "WorldStatistics",
    "Model",
    "SerializedStepMap",
    "Header",
    "Visual",
    "JointTrajectory",
  ];
  let found = 0;
  for (const [i, name] of names.entries()) {
    for (let round = 0; round < 12; round++) {
      const type = `gz.msgs.${name}`;
      const { message, numbers } = randomMessage(messages, type, seeded(100 * i + round + 1));
      const bytes = messages.encode(type, message as never);
      const decoded = messages.decode(type, bytes) as object;
      for (const [path, value] of numbers.slice(0, 300)) {
        expect([path, numberReader(messages, type, path)(decoded)]).toEqual([path, value]);
        expect([path, wireNumberReader(types, type, path)(bytes)]).toEqual([path, value]);
        found++;
      }
    }
  }
  expect(found).toBeGreaterThan(2000);
});

test("[TB12] what is absent has its default, but not elements, keys, members of a oneof and optional fields", () => {
  expect(read("gz.msgs.Pose", {}, "position.x")).toBe(0);
  expect(read("gz.msgs.Pose_V", { pose: [{}] }, "pose[0].position.x")).toBe(0);
  expect(read("gz.msgs.Pose_V", { pose: [{}] }, "pose[1].position.x")).toBeNaN();
  expect(read("gz.msgs.Double_V", { data: [1, 2] }, "data[1]")).toBe(2);
  expect(read("gz.msgs.Double_V", { data: [1, 2] }, "data[2]")).toBeNaN();
  expect(read("gz.msgs.Any", { double_value: 0 }, "double_value")).toBe(0);
  expect(read("gz.msgs.Any", { int_value: 1 }, "double_value")).toBeNaN();
  expect(read("gz.msgs.Any", { vector3d_value: {} }, "vector3d_value.x")).toBe(0);
  expect(read("gz.msgs.Param", { params: { mass: { double_value: 5 } } }, "params.mass.double_value")).toBe(5);
  expect(read("gz.msgs.Param", { params: { mass: { double_value: 5 } } }, "params.size.double_value")).toBeNaN();
});

test("[TB12] enums and truth values are numbers", () => {
  expect(read("gz.msgs.Any", { type: "VECTOR3D" }, "type")).toBe(5);
  expect(read("gz.msgs.Any", { bool_value: true }, "bool_value")).toBe(1);
  expect(read("gz.msgs.Boolean", { data: true }, "data")).toBe(1);
  expect(read("gz.msgs.Boolean", {}, "data")).toBe(0);
});

test("[TB12] an element of a list is found by what it is called", () => {
  const poses = { pose: [{ name: "a", position: { x: 1 } }, { name: "b", position: { x: 2 } }, { name: "b" }, {}] };
  expect(read("gz.msgs.Pose_V", poses, 'pose["b"].position.x')).toBe(2);
  expect(read("gz.msgs.Pose_V", poses, 'pose["c"].position.x')).toBeNaN();
  expect(read("gz.msgs.Pose_V", poses, 'pose[""].position.x')).toBe(0);
  expect(readNumber(messages, "gz.msgs.Pose_V", poses, ["pose", 0, "position", "x"])).toBe(1);
});

test("[TB12] a path that does not lead to a number is refused, with a hint", () => {
  const reasonOf = (make: () => unknown): string => {
    try {
      make();
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  const refusal = (type: string, path: string): string => {
    const reason = reasonOf(() => numberReader(messages, type, parsePath(path)));
    expect(reasonOf(() => wireNumberReader(types, type, parsePath(path)))).toBe(reason);
    return reason;
  };
  expect(refusal("gz.msgs.Pose", "postion.x")).toBe('gz.msgs.Pose has no field postion; did you mean "position"?');
  expect(refusal("gz.msgs.Pose", "position")).toBe("position is not a number");
  expect(refusal("gz.msgs.Pose", "name")).toBe("name is not a number");
  expect(refusal("gz.msgs.Pose", "position.x.y")).toBe("position.x is a double and has no fields");
  expect(refusal("gz.msgs.Double_V", "data")).toBe("data has several numbers: choose one, as in data[0]");
  expect(refusal("gz.msgs.Param", "params[0].double_value")).toBe('params is a map: choose by a key, as in ["key"]');
  expect(refusal("gz.msgs.Pose", "")).toBe("gz.msgs.Pose is not a number");
  expect(refusal("gz.msgs.Nothing", "x")).toMatch("unknown message type");
});

const odd = new MessageRegistry({ builtin: false });
odd.addProto(
  `syntax = "proto3"; package t;
  message Inner { double x = 1; double y = 2; }
  message M {
    Inner inner = 1; repeated sint32 list = 2; uint64 big = 3; map<int32, double> map = 4; optional double maybe = 5;
    oneof either { Inner one = 6; double other = 7; } fixed64 fixed = 8; map<bool, Inner> inners = 9;
  }`,
  { file: "t.proto" },
);

test("[TB12] odd but valid bytes are read as protobuf says", () => {
  const oddTypes = new ProtoTypes(odd);
  const number = (path: string, ...bytes: number[]): number =>
    wireNumberReader(oddTypes, "t.M", parsePath(path))(Uint8Array.from(bytes));
  const one = [0x09, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f];
  const two = [0x11, 0, 0, 0, 0, 0, 0, 0, 0x40];
  // A message in two pieces is merged.
  expect(number("inner.x", 0x0a, 9, ...one, 0x0a, 9, ...two)).toBe(1);
  expect(number("inner.y", 0x0a, 9, ...one, 0x0a, 9, ...two)).toBe(2);
  // A list in packed pieces and single elements.
  const list = [0x12, 2, 2, 4, 0x10, 5, 0x12, 1, 8];
  expect([0, 1, 2, 3, 4].map((i) => number(`list[${i}]`, ...list))).toEqual([1, 2, -3, 4, NaN]);
  // Integers beyond 2^53 are rounded.
  expect(number("big", 0x18, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1)).toBe(2 ** 64);
  expect(number("fixed", 0x41, 1, 0, 0, 0, 0, 0, 0, 0x80)).toBe(2 ** 63);
  // The last entry of a key counts; a missing value is 0.
  expect(number("map[5]".replace("[5]", '["5"]'), 0x22, 2, 8, 5, 0x22, 11, 8, 5, ...[0x11, ...one.slice(1)])).toBe(1);
  expect(number('map["5"]', 0x22, 2, 8, 5)).toBe(0);
  expect(number('map["0"]', 0x22, 0)).toBe(0);
  expect(number('inners["true"].x', 0x4a, 13, 8, 1, 0x12, 9, ...one)).toBe(1);
  expect(number('inners["false"].x', 0x4a, 13, 8, 1, 0x12, 9, ...one)).toBeNaN();
  // The last member of a oneof counts.
  expect(number("one.x", 0x32, 9, ...one)).toBe(1);
  expect(number("one.x", 0x32, 9, ...one, 0x39, ...one.slice(1))).toBeNaN();
  expect(number("other", 0x32, 9, ...one, 0x39, ...one.slice(1))).toBe(1);
  // Fields of another wire type are skipped, like those that are not known.
  expect(number("inner.x", 0x08, 5, 0xf8, 1, 7)).toBe(0);
  expect(number("maybe")).toBeNaN();
  // What was damaged is an error.
  expect(() => number("inner.x", 0x0a, 100, 1)).toThrow("runs past the end");
  expect(() => number("list[0]", 0x12, 1)).toThrow("runs past the end");
});

test("[TB12] messages of others are decoded to be looked at, whatever numbers are in them", () => {
  const bytes = Uint8Array.of(
    0x18,
    0xff,
    0xff,
    0xff,
    0xff,
    0xff,
    0xff,
    0xff,
    0xff,
    0xff,
    1,
    0x22,
    2,
    8,
    5,
    0x12,
    2,
    2,
    4,
  );
  expect(decodeWire(new ProtoTypes(odd), "t.M", bytes)).toEqual({ big: 2 ** 64, map: { 5: 0 }, list: [1, 2] });
  const { message } = randomMessage(messages, "gz.msgs.Model", seeded(3));
  const encoded = messages.encode("gz.msgs.Model", message);
  expect(messages.encode("gz.msgs.Model", decodeWire(types, "gz.msgs.Model", encoded))).toEqual(encoded);
});

test("[TB12] damaged bytes are errors or numbers, and hold up nobody", () => {
  const random = seeded(9);
  const { message, numbers } = randomMessage(messages, "gz.msgs.Model", seeded(8));
  const whole = messages.encode("gz.msgs.Model", message);
  const readers = numbers.slice(0, 40).map(([path]) => wireNumberReader(types, "gz.msgs.Model", path));
  for (let round = 0; round < 300; round++) {
    const bytes = whole.slice(0, round % 3 === 0 ? Math.floor(random() * whole.length) : whole.length);
    for (let i = 0; i < 3; i++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    for (const one of [...readers, (bytes: Uint8Array) => decodeWire(types, "gz.msgs.Model", bytes)]) {
      try {
        one(bytes);
      } catch (error) {
        expect((error as Error).name).toBe("MessageError");
      }
    }
  }
});
