import { describe, expect, test } from "vitest";
import { MessageError, messages } from "./index.ts";
import { randomMessage, seededRandom } from "./testing/random-message.ts";

test.each(messages.types())("[MS10] %s survives JSON text", (type) => {
  const random = seededRandom(type.length + 31);
  for (let i = 0; i < 5; i++) {
    const value = randomMessage(messages, type, random) as never;
    const text = JSON.stringify(messages.toJson(type, value));
    expect(messages.fromJson(type, JSON.parse(text))).toEqual(value);
  }
});

describe("[MS10] JSON", () => {
  test("keeps field names, writes bytes as base64 and enum values by name", () => {
    const image = { header: { stamp: { sec: 5 } }, data: Uint8Array.of(251, 255, 1, 2), pixel_format_type: 3 };
    expect(messages.toJson("gz.msgs.Image", image)).toEqual({
      header: { stamp: { sec: 5 } },
      data: "+/8BAg==",
      pixel_format_type: "RGB_INT8",
    });
  });

  test("writes what JSON has no number for as text", () => {
    const scan = { ranges: [1, Infinity, -Infinity, NaN] };
    const json = messages.toJson("gz.msgs.LaserScan", scan);
    expect(json).toEqual({ ranges: [1, "Infinity", "-Infinity", "NaN"] });
    expect(messages.fromJson("gz.msgs.LaserScan", json)).toEqual(scan);
  });

  test("takes null for absent, text for 64-bit integers, both base64 alphabets and enum numbers", () => {
    expect(messages.fromJson("gz.msgs.Time", { sec: "-12", nsec: null })).toEqual({ sec: -12 });
    expect(messages.fromJson("gz.msgs.Bytes", { data: "-_8BAg" })).toEqual({ data: Uint8Array.of(251, 255, 1, 2) });
    expect(messages.fromJson("gz.msgs.Joint", { type: 7 })).toEqual({ type: "FIXED" });
  });
});

describe("[MS11] JSON that does not fit is refused with its place", () => {
  test.each([
    ["gz.msgs.Twist", { linear: { x: "a" } }, 'gz.msgs.Twist.linear.x: expected a number, got "a"'],
    ["gz.msgs.Twist", { linaer: {} }, 'gz.msgs.Twist: has no field "linaer"; did you mean "linear"?'],
    ["gz.msgs.WorldControl", { puase: true }, 'gz.msgs.WorldControl: has no field "puase"; did you mean "pause"?'],
    ["gz.msgs.Pose_V", { pose: [{ position: { q: 1 } }] }, 'gz.msgs.Pose_V.pose[0].position: has no field "q"'],
    [
      "gz.msgs.Joint",
      { type: "FIXD" },
      'gz.msgs.Joint.type: expected a gz.msgs.Joint.Type, got "FIXD"; did you mean "FIXED"?',
    ],
    ["gz.msgs.Bytes", { data: "?" }, 'gz.msgs.Bytes.data: expected base64, got "?"'],
    [
      "gz.msgs.Time",
      { sec: "9007199254740993" },
      'gz.msgs.Time.sec: expected an integer within ±2^53, got "9007199254740993"',
    ],
    ["gz.msgs.UInt32", { data: -1 }, "gz.msgs.UInt32.data: expected an integer from 0 to 2^32-1, got -1"],
    [
      "gz.msgs.EntityFactory",
      { sdf: "a", clone_name: "b" },
      'gz.msgs.EntityFactory.clone_name: cannot be set beside sdf: both are of the oneof "from"',
    ],
    [
      "gz.msgs.SerializedStateMap",
      { entities: { x: {} } },
      'gz.msgs.SerializedStateMap.entities["x"]: the key is not of type uint64',
    ],
    ["gz.msgs.Empty", [], "gz.msgs.Empty: expected an object, got an array"],
  ])("%s %o", (type: string, json, message) => {
    const attempt = () => messages.fromJson(type, json);
    expect(attempt).toThrow(MessageError);
    expect(attempt).toThrow(message);
  });
});
