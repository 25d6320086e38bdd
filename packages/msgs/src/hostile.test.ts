import { describe, expect, test } from "vitest";
import { soak } from "../../../tests/soak.ts";
import { MessageError, messages, MessageRegistry } from "./index.ts";
import { randomMessage, seededRandom } from "./testing/random-message.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);

describe("[MS8] bytes that are not a message give a MessageError that says where", () => {
  test.each([
    [
      "a double cut short",
      "gz.msgs.Vector3d",
      bytes(17, 0, 0),
      "gz.msgs.Vector3d.x: the bytes end in the middle of a value at byte 1",
    ],
    ["a tag cut short", "gz.msgs.Vector3d", bytes(0x91), "gz.msgs.Vector3d: the bytes end in the middle of a value"],
    [
      "a huge length",
      "gz.msgs.StringMsg",
      bytes(18, 0xff, 0xff, 0xff, 0xff, 0x0f),
      "gz.msgs.StringMsg.data: a length of 4294967295 runs past the end",
    ],
    [
      "a length beyond 2^32",
      "gz.msgs.Bytes",
      bytes(18, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01),
      "gz.msgs.Bytes.data: a length of 34359738368 runs past the end",
    ],
    [
      "a length past the enclosing message",
      "gz.msgs.Pose_V",
      bytes(18, 2, 18, 5, 65, 65, 65, 65, 65),
      "gz.msgs.Pose_V.pose[0].name: a length of 5 runs past the end",
    ],
    [
      "an overlong varint",
      "gz.msgs.Int32",
      bytes(16, ...Array.from({ length: 10 }, () => 0x80), 1),
      "gz.msgs.Int32.data: varint longer than ten bytes",
    ],
    ["field number 0", "gz.msgs.Int32", bytes(0, 0), "gz.msgs.Int32: bad field number"],
    ["a wire type that does not exist", "gz.msgs.Int32", bytes(0x7e), "gz.msgs.Int32: unknown wire type 6"],
    [
      "text that is not UTF-8",
      "gz.msgs.StringMsg",
      bytes(18, 2, 0xc3, 0x28),
      "gz.msgs.StringMsg.data: text is not valid UTF-8",
    ],
    [
      "a group without an end",
      "gz.msgs.Int32",
      bytes(0x7b, 8, 1),
      "gz.msgs.Int32: the bytes end in the middle of a value",
    ],
    [
      "groups in groups",
      "gz.msgs.Int32",
      new Uint8Array(1000).fill(0x7b),
      "gz.msgs.Int32: groups are nested deeper than 100",
    ],
  ])("%s", (_, type: string, input, message) => {
    const attempt = () => messages.decode(type, input);
    expect(attempt).toThrow(MessageError);
    expect(attempt).toThrow(message);
  });

  test("nesting beyond 100", () => {
    let input = bytes();
    for (let i = 0; i < 101; i++) input = bytes(98, ...varint(input.length), ...input);
    expect(() => messages.decode("gz.msgs.Model", input)).toThrow("nested deeper than 100");
  });

  test("20,000 mutated messages decode or are refused, and what decodes can be encoded", { timeout: 300_000 }, () => {
    const rounds = soak(200_000);
    const random = seededRandom(11);
    const pick = (limit: number) => Math.floor(random() * limit);
    const types = messages.types();
    let refused = 0;
    for (let i = 0; i < rounds; i++) {
      const type = types[pick(types.length)]!;
      let input: Uint8Array = messages.encode(type, randomMessage(messages, type, random, 2) as never);
      for (let k = 1 + pick(4); k > 0; k--) input = mutate(input, pick);
      try {
        const decoded = messages.decode(type, input);
        messages.encode(type, decoded);
      } catch (error) {
        if (!(error instanceof MessageError)) throw error;
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(rounds / 10);
    expect(refused).toBeLessThan(rounds);
  });
});

describe("[MS9] odd but valid bytes", () => {
  test("unknown fields and groups are skipped", () => {
    const input = bytes(
      0x7b,
      8,
      1,
      0x7c,
      16,
      7,
      0xf8,
      1,
      5,
      0xf9,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0xfa,
      1,
      1,
      65,
      0xfd,
      1,
      0,
      0,
      0,
      0,
    );
    expect(messages.decode("gz.msgs.Int32", input)).toEqual({ data: 7 });
  });

  test("a known field with a wrong wire type is skipped", () => {
    expect(messages.decode("gz.msgs.Int32", bytes(18, 1, 9, 16, 7))).toEqual({ data: 7 });
    expect(messages.decode("gz.msgs.Vector3d", bytes(16, 5))).toEqual({});
  });

  test("a message in two pieces is merged, the later scalar wins", () => {
    const pieces = [{ position: { x: 1, y: 1 } }, { name: "n", position: { y: 2 } }, { name: "m" }];
    const input = pieces.flatMap((piece) => [...messages.encode("gz.msgs.Pose", piece)]);
    expect(messages.decode("gz.msgs.Pose", Uint8Array.from(input))).toEqual({ name: "m", position: { x: 1, y: 2 } });
  });

  test("the last member of a oneof wins", () => {
    const input = bytes(
      ...messages.encode("gz.msgs.EntityFactory", { sdf: "a" }),
      ...messages.encode("gz.msgs.EntityFactory", { clone_name: "b" }),
    );
    expect(messages.decode("gz.msgs.EntityFactory", input)).toEqual({ clone_name: "b" });
  });

  test("lists come packed or not, whatever the type says", () => {
    expect(messages.decode("gz.msgs.UInt32_V", bytes(16, 1, 18, 2, 2, 3, 16, 4))).toEqual({ data: [1, 2, 3, 4] });
    const registry = new MessageRegistry();
    registry.addProto(`syntax = "proto3"; message M { repeated int32 a = 1 [packed = false]; }`, { file: "m.proto" });
    expect(registry.encode("M", { a: [1, 2] })).toEqual(bytes(8, 1, 8, 2));
    expect(registry.decode("M", bytes(10, 2, 1, 2, 8, 3))).toEqual({ a: [1, 2, 3] });
  });

  test("a map entry without a key or a value has defaults, and __proto__ is a key like any other", () => {
    expect(messages.decode("gz.msgs.Param", bytes(18, 0))).toEqual({ params: { "": {} } });
    const entry = [10, 9, ...new TextEncoder().encode("__proto__"), 18, 2, 32, 1];
    const { params } = messages.decode("gz.msgs.Param", bytes(18, entry.length, ...entry));
    expect(Object.keys(params!)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(params)).toBe(Object.prototype);
  });

  test("a vector with fields out of order, unknown or doubled is read like any other", () => {
    const x = messages.encode("gz.msgs.Vector3d", { x: 1 });
    const y = messages.encode("gz.msgs.Vector3d", { y: 2 });
    const vector = bytes(...y, ...x, 0x30, 1, ...y);
    expect(messages.decode("gz.msgs.Twist", bytes(18, vector.length, ...vector))).toEqual({ linear: { x: 1, y: 2 } });
  });
});

/** Cuts, repeats, inserts, flips or overwrites some bytes. */
function mutate(input: Uint8Array, pick: (limit: number) => number): Uint8Array {
  const at = pick(input.length + 1);
  switch (pick(5)) {
    case 0:
      return input.slice(0, at);
    case 1:
      return bytes(...input.slice(0, at), ...input.slice(at >> 1, at), ...input.slice(at));
    case 2:
      return bytes(...input.slice(0, at), pick(256), ...input.slice(at));
    case 3:
      return input.map((byte, i) => (i === at ? byte ^ (1 << pick(8)) : byte));
    default:
      return input.map((byte, i) => (i === at || i === at + 1 ? 0xff : byte));
  }
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}
