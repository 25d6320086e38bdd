import { describe, expect, test } from "vitest";
import { MessageError, MessageRegistry, messages } from "./index.ts";

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
const bytes = (text: string) => Uint8Array.from(text.split(" "), (byte) => Number.parseInt(byte, 16));

describe("[MS3] defaults", () => {
  test("are not written, and what is not there stays absent", () => {
    expect(hex(messages.encode("gz.msgs.Vector3d", { x: 0, y: 0, z: 0 }))).toBe("");
    expect(messages.decode("gz.msgs.Vector3d", new Uint8Array(0))).toEqual({});
    expect(hex(messages.encode("gz.msgs.Pose", { name: "", id: 0, position: { x: 0, y: 0, z: 0 } }))).toBe("22 00");
    expect(messages.decode("gz.msgs.Pose", bytes("22 00"))).toEqual({ position: {} });
  });

  test("are written in a oneof, where they mean something", () => {
    const encoded = messages.encode("gz.msgs.Any", { type: "DOUBLE", double_value: 0 });
    expect(messages.decode("gz.msgs.Any", encoded)).toEqual({ type: "DOUBLE", double_value: 0 });
  });

  test("are written in a field that is optional", () => {
    const registry = new MessageRegistry();
    registry.addProto(`syntax = "proto3"; package p; message M { optional int32 a = 1; int32 b = 2; }`, {
      file: "m.proto",
    });
    expect(hex(registry.encode("p.M", { a: 0, b: 0 }))).toBe("08 00");
  });

  test("do not include minus zero", () => {
    const pose = { position: { x: -0, y: 1, z: 1 }, orientation: { x: -0, y: 0, z: 0, w: 1 } };
    const decoded = messages.decode("gz.msgs.Pose", messages.encode("gz.msgs.Pose", pose));
    expect(decoded).toEqual({ position: { x: -0, y: 1, z: 1 }, orientation: { x: -0, w: 1 } });
    expect(messages.decode("gz.msgs.Double", messages.encode("gz.msgs.Double", { data: -0 })).data).toBe(-0);
  });
});

describe("[MS4] 64-bit integers", () => {
  const limit = Number.MAX_SAFE_INTEGER;

  test.each([1, 127, 128, 2 ** 31, 2 ** 32, 2 ** 35 - 1, 2 ** 35, 2 ** 42, 2 ** 49, limit])(
    "%d crosses exactly",
    (sec) => {
      for (const value of [sec, -sec]) {
        expect(messages.decode("gz.msgs.Time", messages.encode("gz.msgs.Time", { sec: value }))).toEqual({
          sec: value,
        });
      }
      expect(messages.decode("gz.msgs.UInt64", messages.encode("gz.msgs.UInt64", { data: sec }))).toEqual({
        data: sec,
      });
    },
  );

  test("are refused beyond 2^53, both ways", () => {
    expect(() => messages.encode("gz.msgs.Time", { sec: 2 ** 53 })).toThrow(
      "gz.msgs.Time.sec: expected an integer within ±2^53, got 9007199254740992",
    );
    expect(() => messages.decode("gz.msgs.Time", bytes("08 80 80 80 80 80 80 80 10"))).toThrow(
      "gz.msgs.Time.sec: an integer beyond 2^53, which a number cannot hold",
    );
    expect(() => messages.decode("gz.msgs.Time", bytes("08 80 80 80 80 80 80 80 80 80 01"))).toThrow("beyond -2^53");
    expect(() => messages.encode("gz.msgs.UInt64", { data: -1 })).toThrow("expected an integer from 0 to 2^53, got -1");
  });
});

describe("[MS5] enum values", () => {
  test("are names, and numbers are understood too", () => {
    expect(hex(messages.encode("gz.msgs.Joint", { type: "BALL" }))).toBe("20 04");
    expect(hex(messages.encode("gz.msgs.Joint", { type: 4 }))).toBe("20 04");
    expect(messages.decode("gz.msgs.Joint", bytes("20 04"))).toEqual({ type: "BALL" });
  });

  test("that are not known survive as numbers", () => {
    expect(messages.decode("gz.msgs.Joint", bytes("20 63"))).toEqual({ type: 99 });
    expect(hex(messages.encode("gz.msgs.Joint", { type: 99 }))).toBe("20 63");
  });

  test("with a wrong name are refused", () => {
    expect(() => messages.encode("gz.msgs.Joint", { type: "BAL" as never })).toThrow(
      'gz.msgs.Joint.type: expected a gz.msgs.Joint.Type, got "BAL"',
    );
  });
});

describe("[MS6] ignition.msgs", () => {
  test("is another name of gz.msgs", () => {
    expect(messages.has("ignition.msgs.Twist")).toBe(true);
    const encoded = messages.encode("ignition.msgs.Twist", { linear: { x: 1 } });
    expect(messages.decode("gz.msgs.Twist", encoded)).toEqual({ linear: { x: 1 } });
  });

  test("has an IMU of its own, with the numbers of Fortress", () => {
    expect(hex(messages.encode("ignition.msgs.IMU", { angular_velocity: {}, linear_acceleration: {} }))).toBe(
      "22 00 2a 00",
    );
    expect(hex(messages.encode("gz.msgs.IMU", { angular_velocity: {}, linear_acceleration: {} }))).toBe("2a 00 3a 00");
  });
});

describe("[MS7] a value of a wrong kind is refused with its place", () => {
  test.each([
    ["gz.msgs.Twist", { linear: { x: "a" } }, 'gz.msgs.Twist.linear.x: expected a number, got "a"'],
    ["gz.msgs.Twist", { linear: 3 }, "gz.msgs.Twist.linear: expected an object, got 3"],
    ["gz.msgs.Twist", { linear: null }, "gz.msgs.Twist.linear: expected an object, got null"],
    [
      "gz.msgs.Pose_V",
      { pose: [{}, { id: -1 }] },
      "gz.msgs.Pose_V.pose[1].id: expected an integer from 0 to 2^32-1, got -1",
    ],
    ["gz.msgs.Pose_V", { pose: {} }, "gz.msgs.Pose_V.pose: expected an array, got an object"],
    ["gz.msgs.Int32", { data: 1.5 }, "gz.msgs.Int32.data: expected an integer from -2^31 to 2^31-1, got 1.5"],
    ["gz.msgs.Boolean", { data: 1 }, "gz.msgs.Boolean.data: expected true or false, got 1"],
    ["gz.msgs.StringMsg", { data: 5n }, "gz.msgs.StringMsg.data: expected a string, got 5n"],
    ["gz.msgs.StringMsg", { data: "\ud800" }, "gz.msgs.StringMsg.data: the text has half a surrogate pair"],
    ["gz.msgs.Bytes", { data: [1] }, "gz.msgs.Bytes.data: expected a Uint8Array, got an array"],
    [
      "gz.msgs.Param",
      { params: { a: { int_value: "x" } } },
      'gz.msgs.Param.params["a"].int_value: expected an integer from -2^31 to 2^31-1, got "x"',
    ],
    [
      "gz.msgs.SerializedStateMap",
      { entities: { one: {} } },
      'gz.msgs.SerializedStateMap.entities["one"]: expected an integer from 0 to 2^53, got "one"',
    ],
    [
      "gz.msgs.EntityFactory",
      { sdf: "a", clone_name: "b" },
      'gz.msgs.EntityFactory.clone_name: cannot be set beside sdf: both are of the oneof "from"',
    ],
    ["gz.msgs.Pos", {}, 'unknown message type "gz.msgs.Pos"; did you mean "gz.msgs.Pose"?'],
  ])("%s %o", (type: string, value, message) => {
    const attempt = () => messages.encode(type, value);
    expect(attempt).toThrow(MessageError);
    expect(attempt).toThrow(message);
  });

  test("a cycle is an error, and the next message is not harmed by it", () => {
    const model: { name: string; model: object[] } = { name: "m", model: [] };
    model.model.push(model);
    expect(() => messages.encode("gz.msgs.Model", model)).toThrow("nested deeper than 100");
    expect(hex(messages.encode("gz.msgs.Int32", { data: 7 }))).toBe("10 07");
  });
});

describe("[MS1] a pose of unusual form is written like any other message", () => {
  const usual = { name: "a", id: 1, position: { x: 1, y: 2, z: 3 }, orientation: { x: 0, y: 0, z: 0, w: 1 } };
  const cross = (pose: object) =>
    messages.decode("gz.msgs.Pose_V", messages.encode("gz.msgs.Pose_V", { pose: [pose] }));

  test.each([
    usual,
    { ...usual, position: { x: 1 } },
    { ...usual, orientation: { w: 1 } },
    { ...usual, header: { stamp: { sec: 1 } } },
    { ...usual, position: { ...usual.position, header: { stamp: { sec: 2 } } } },
    { ...usual, name: "é".repeat(20), id: 0xffffffff },
    { orientation: usual.orientation },
    {},
  ])("%o", (pose) => {
    const orientation = "orientation" in pose ? { orientation: { w: 1 } } : {};
    expect(cross(pose)).toEqual({ pose: [{ ...pose, ...orientation }] });
  });

  test("and a wrong one is refused with its place", () => {
    expect(() => cross({ ...usual, position: { x: 1, y: 2, z: "3" } })).toThrow(
      'gz.msgs.Pose_V.pose[0].position.z: expected a number, got "3"',
    );
    expect(() => cross({ ...usual, name: "\ud800" })).toThrow(
      "gz.msgs.Pose_V.pose[0].name: the text has half a surrogate",
    );
    expect(() => cross({ ...usual, id: 0.5 })).toThrow("gz.msgs.Pose_V.pose[0].id: expected an integer");
  });
});

test("[MS19] calls are typed by the name of the message", () => {
  // @ts-expect-error: x is a number
  expect(() => messages.encode("gz.msgs.Vector3d", { x: "1" })).toThrow(MessageError);
  // @ts-expect-error: linear is a vector
  expect(() => messages.encode("ignition.msgs.Twist", { linear: 1 })).toThrow(MessageError);
  const x: number | undefined = messages.decode("gz.msgs.Twist", bytes("12 00")).linear?.x;
  expect(x).toBeUndefined();
});

test("[MS3] a typed array of doubles is written like a list of the same numbers, also as a part of another one", () => {
  const numbers = [-0, 0, NaN, Infinity, 5e-324, 1e308, -1.5];
  const whole = Float64Array.of(7, ...numbers, 9);
  for (const count of [0, 1, 3, numbers.length]) {
    const part = whole.subarray(1, 1 + count);
    const typed = messages.encode("gz.msgs.LaserScan", { frame: "a", ranges: part as never, count });
    expect(typed).toEqual(messages.encode("gz.msgs.LaserScan", { frame: "a", ranges: numbers.slice(0, count), count }));
  }
});

test("a list of numbers may be a typed array", () => {
  const scan = { ranges: Float64Array.of(1, 2, Infinity) as never };
  expect(messages.decode("gz.msgs.LaserScan", messages.encode("gz.msgs.LaserScan", scan))).toEqual({
    ranges: [1, 2, Infinity],
  });
});

test("a message longer than the first buffer is whole", () => {
  const data = Uint8Array.from({ length: 5_000_000 }, (_, i) => i & 255);
  const decoded = messages.decode("gz.msgs.Bytes", messages.encode("gz.msgs.Bytes", { data }));
  expect(Buffer.compare(decoded.data!, data)).toBe(0);
});
