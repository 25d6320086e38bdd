import { execFileSync } from "node:child_process";
import { join } from "node:path";
import protobuf from "protobufjs";
import descriptor from "protobufjs/ext/descriptor.js";
import { describe, expect, test } from "vitest";
import { MessageError, MessageRegistry, messages } from "./index.ts";

const gripper = `
syntax = "proto3";
package acme.robots;
import "gz/msgs/vector3d.proto";
import "orrery/msgs/history.proto";
option java_package = "com.acme";

/* A hand
   with fingers. */
message Gripper {
  enum Mode { option allow_alias = true; OPEN = 0; SHUT = 1; CLOSED = 1 [deprecated = true]; }
  reserved 9, 12 to 14;
  Mode mode = 1;
  repeated Finger fingers = 2;
  map<string, gz.msgs.Vector3d> points = 3;
  oneof target { double width = 4; .gz.msgs.Pose pose = 5; }
  optional bool enabled = 6 [(acme.unit) = { name: "none" }, deprecated = true];
  orrery.msgs.TimeJump jump = 300;
  ignition.msgs.Color color = 8;
}
message Finger { string name = 1; sint64 ticks = 2; fixed32 crc = 3; }
service Hands { rpc Close(Gripper) returns (Gripper) { option idempotency_level = IDEMPOTENT; } }
`;

const closed = {
  mode: "SHUT",
  fingers: [{ name: "thumb", ticks: -5, crc: 0xffffffff }],
  points: { tip: { x: 1 } },
  width: 0,
  enabled: false,
  jump: { cause: "UNDO", to: { sec: 3 } },
  color: { r: 0.5 },
};

function readByProtobufjs(descriptorSet: Uint8Array): protobuf.Root {
  return protobuf.Root.fromDescriptor(descriptorSet);
}

function registryWith(text: string, file = "acme/gripper.proto"): MessageRegistry {
  const registry = new MessageRegistry();
  registry.addProto(text, { file });
  return registry;
}

describe("[MS12] third-party .proto text", () => {
  test("adds types that may use built-in ones by Gazebo's file names", () => {
    const registry = registryWith(gripper);
    expect(registry.decode("acme.robots.Gripper", registry.encode("acme.robots.Gripper", closed))).toEqual(closed);
    expect(messages.has("acme.robots.Gripper")).toBe(false);
  });

  test("is told apart from the built-in types, for who has these already", () => {
    const added = registryWith(gripper).addedDescriptorSet();
    const other = new MessageRegistry();
    expect(added.length).toBeLessThan(other.descriptorSet().length / 10);
    other.addDescriptorSet(added);
    expect(other.decode("acme.robots.Gripper", other.encode("acme.robots.Gripper", closed))).toEqual(closed);
    expect(new MessageRegistry().addedDescriptorSet()).toHaveLength(0);
  });

  test("is read as protobufjs reads it", () => {
    const registry = registryWith(gripper);
    const root = readByProtobufjs(registry.descriptorSet("acme.robots.Gripper"));
    const type = root.lookupType("acme.robots.Gripper");
    const read = type.toObject(type.decode(registry.encode("acme.robots.Gripper", closed)), {
      longs: Number,
      enums: String,
    });
    expect({ ...read, mode: "SHUT" }).toEqual(closed);
  });

  test.each([
    ['syntax = "proto2";', 'bad.proto:1: only proto3 is supported, not "proto2"'],
    ['syntax = "proto3";\nmessage A {\n  Vektor v = 1;\n}', 'bad.proto:3: unknown type "Vektor"'],
    [
      'syntax = "proto3";\nimport "gz/msgs/pose.proto";\nmessage A {\n  gz.msgs.Vector3 v = 1;\n}',
      'bad.proto:4: unknown type "gz.msgs.Vector3"; did you mean "gz.msgs.Vector3d"?',
    ],
    [
      'syntax = "proto3";\nmessage A {\n  int32 a = 1;\n  int32 b = 1;\n}',
      'bad.proto:4: "a" and "b" of A share a name or number',
    ],
    ['syntax = "proto3";\nmessage A { int32 a = 0; }', "bad.proto:2: 0 is not a field number"],
    ['syntax = "proto3";\nmessage A { int32 a = 19001; }', "bad.proto:2: 19001 is not a field number"],
    ['syntax = "proto3";\nmessage A { int32 constructor = 1; }', 'bad.proto:2: a field cannot be called "constructor"'],
    ['syntax = "proto3";\nmessage A {\n  int32 a 1;\n}', 'bad.proto:3: expected "=", got "1"'],
    ['syntax = "proto3";\nmessage A {\n', "bad.proto:3: the text ends too early"],
    ['syntax = "proto3";\nmessage A { required int32 a = 1; }', 'bad.proto:2: proto3 has no "required"'],
    ['syntax = "proto3";\nmessage A { map<double, int32> a = 1; }', 'bad.proto:2: "double" cannot be a map key'],
    ['syntax = "proto3";\nenum E { A = 1; }', 'bad.proto:2: the first value of enum "E" must be 0'],
    ['syntax = "proto3";\nmessage A {} message A {}', 'bad.proto: "A" is declared twice'],
    ['syntax = "proto3";\nimport "other.proto";', 'bad.proto: imports "other.proto", which was not added before'],
    ['syntax = "proto3";\n§', 'bad.proto:2: unexpected "§"'],
  ])("%j is refused with file and line", (text, message) => {
    const registry = new MessageRegistry();
    const attempt = () => registry.addProto(text, { file: "bad.proto" });
    expect(attempt).toThrow(MessageError);
    expect(attempt).toThrow(message);
  });
});

describe("[MS13] adding types again", () => {
  test("the same text twice is fine, also under another file name", () => {
    const registry = registryWith(gripper);
    registry.addProto(gripper, { file: "acme/gripper.proto" });
    registry.addProto(gripper, { file: "copy.proto" });
    expect(registry.descriptorSet()).toEqual(registryWith(gripper).descriptorSet());
  });

  test("a type that differs is refused, and nothing of its file is taken", () => {
    const registry = registryWith(gripper);
    const before = registry.descriptorSet();
    const other = `syntax = "proto3"; package acme.robots; message Finger { string name = 2; } message Thumb {}`;
    expect(() => registry.addProto(other, { file: "other.proto" })).toThrow(
      'other.proto: "acme.robots.Finger" differs from the one in acme/gripper.proto',
    );
    const changed = gripper.replace("fixed32 crc = 3", "fixed32 crc = 4");
    expect(() => registry.addProto(changed, { file: "acme/gripper.proto" })).toThrow('"acme.robots.Finger" differs');
    expect(() => registry.addProto(`${gripper} message Toe {}`, { file: "acme/gripper.proto" })).toThrow(
      '"acme.robots.Toe" is new, but other types in its file are already known',
    );
    expect(registry.descriptorSet()).toEqual(before);
  });
});

describe("[MS14] descriptor sets", () => {
  test("teach another registry all types", () => {
    const server = registryWith(gripper);
    const client = new MessageRegistry();
    client.addDescriptorSet(server.descriptorSet());
    expect(client.types()).toEqual(server.types());
    expect(client.describe("acme.robots.Gripper")).toEqual(server.describe("acme.robots.Gripper"));
    const bare = new MessageRegistry({ builtin: false });
    bare.addDescriptorSet(server.descriptorSet());
    expect(bare.decode("acme.robots.Gripper", server.encode("acme.robots.Gripper", closed))).toEqual(closed);
    expect(bare.descriptorSet()).toEqual(server.descriptorSet());
  });

  test("of one type hold it and its imports, in an order that protobufjs can read", () => {
    const set = messages.descriptorSet("gz.msgs.Pose_V");
    const { file } = descriptor.FileDescriptorSet.toObject(descriptor.FileDescriptorSet.decode(set));
    expect(file.map(({ name }: { name: string }) => name)).toEqual(["gz/msgs/time.proto", "gz/msgs/space.proto"]);
    const root = readByProtobufjs(set).resolveAll();
    expect(root.lookupType("gz.msgs.Pose_V").fields["pose"]!.resolvedType!.fullName).toBe(".gz.msgs.Pose");
    expect(root.lookup("gz.msgs.Scene")).toBeNull();
    const value = { pose: [{ name: "a", position: { x: 1.5 } }] };
    const type = root.lookupType("gz.msgs.Pose_V");
    expect(type.toObject(type.decode(messages.encode("gz.msgs.Pose_V", value)))).toEqual(value);
  });

  test("that are broken are refused", () => {
    const registry = new MessageRegistry();
    expect(() => registry.addDescriptorSet(Uint8Array.of(10, 200))).toThrow(MessageError);
    expect(() => registry.addDescriptorSet(messages.descriptorSet().slice(0, 5000))).toThrow(MessageError);
    expect(registry.types()).toEqual(messages.types());
  });
});

test("[MS15] works where code must not be made from strings", () => {
  const script = `
    import { messages, MessageRegistry } from ${JSON.stringify(join(import.meta.dirname, "index.ts"))};
    const bytes = messages.encode("gz.msgs.Twist", { linear: { x: 1 } });
    const own = new MessageRegistry();
    own.addProto('syntax = "proto3"; message A { int32 a = 1; }', { file: "a.proto" });
    console.log(messages.decode("gz.msgs.Twist", bytes).linear.x, own.decode("A", own.encode("A", { a: 7 })).a);`;
  const options = ["--disallow-code-generation-from-strings", "--input-type=module", "-e", script];
  expect(execFileSync(process.execPath, options, { encoding: "utf8" }).trim()).toBe("1 7");
});

test("[MS16] the generated files are what the .proto files say", () => {
  execFileSync(process.execPath, [join(import.meta.dirname, "../../../tools/gen-msgs.ts"), "--check"]);
});

test("[MS17] one text without imports holds all types of gz.msgs, under either package", () => {
  for (const name of ["gz.msgs", "ignition.msgs"] as const) {
    const text = messages.protoText({ package: name });
    const { root } = protobuf.parse(text, new protobuf.Root(), { keepCase: true });
    root.resolveAll();
    const wanted = messages.types().filter((type) => type.startsWith("gz."));
    const missing = wanted.filter((type) => root.lookup(type.replace("gz.msgs", name)) === null);
    expect(missing).toEqual([]);
    expect(root.lookupType(`${name}.IMU`).fields["angular_velocity"]!.id).toBe(name === "gz.msgs" ? 5 : 4);
    const registry = new MessageRegistry({ builtin: false });
    registry.addProto(text, { file: "all.proto" });
    expect(registry.describe(`${name}.Param`).fields.map((field) => field.number)).toEqual([1, 2, 3]);
  }
});

test("[MS18] describe gives a type as plain data", () => {
  const { fields, ...rest } = registryWith(gripper).describe("acme.robots.Gripper");
  expect(rest).toEqual({ name: "acme.robots.Gripper", file: "acme/gripper.proto" });
  expect(fields.slice(0, 5)).toEqual([
    {
      name: "mode",
      number: 1,
      kind: "enum",
      type: "acme.robots.Gripper.Mode",
      repeated: false,
      presence: false,
      values: { OPEN: 0, SHUT: 1, CLOSED: 1 },
    },
    { name: "fingers", number: 2, kind: "message", type: "acme.robots.Finger", repeated: true, presence: false },
    {
      name: "points",
      number: 3,
      kind: "message",
      type: "gz.msgs.Vector3d",
      repeated: false,
      mapKey: "string",
      presence: false,
    },
    { name: "width", number: 4, kind: "double", repeated: false, oneof: "target", presence: true },
    {
      name: "pose",
      number: 5,
      kind: "message",
      type: "gz.msgs.Pose",
      repeated: false,
      oneof: "target",
      presence: true,
    },
  ]);
});
