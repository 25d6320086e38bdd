import { globSync } from "node:fs";
import { join } from "node:path";
import protobuf from "protobufjs";
import { expect, test } from "vitest";
import { messages } from "./index.ts";
import { randomMessage, seededRandom } from "./testing/random-message.ts";

const protoFolder = join(import.meta.dirname, "../proto");

/** Returns the same .proto files as read by protobufjs, to encode and decode with. */
function protobufjsRoot(): protobuf.Root {
  const root = new protobuf.Root();
  root.resolvePath = (_, target) => join(protoFolder, target);
  root.loadSync(globSync("**/*.proto", { cwd: protoFolder }), { keepCase: true }).resolveAll();
  return root;
}

const root = protobufjsRoot();

function theirs(type: string) {
  const reflected = root.lookupType(type);
  return {
    encode: (value: object): Uint8Array => reflected.encode(reflected.fromObject(value)).finish(),
    decode: (bytes: Uint8Array): object =>
      plain(reflected.toObject(reflected.decode(bytes), { longs: Number, enums: String })),
  };
}

/** Converts Buffers to plain bytes. */
function plain<T>(value: T): T {
  if (value instanceof Uint8Array) return Uint8Array.from(value) as T;
  if (Array.isArray(value)) return value.map(plain) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)])) as T;
}

test("every type of the .proto files is known", () => {
  const names: string[] = [];
  const collect = (space: protobuf.NamespaceBase): void => {
    for (const item of space.nestedArray) {
      if (item instanceof protobuf.Type) names.push(item.fullName.slice(1));
      if (item instanceof protobuf.Namespace) collect(item);
    }
  };
  collect(root);
  expect(messages.types()).toEqual(names.sort());
});

test.each(messages.types())("[MS1] %s crosses to protobufjs and back unchanged", (type) => {
  const random = seededRandom(type.length * 1009 + 7);
  for (let i = 0; i < 20; i++) {
    const value = randomMessage(messages, type, random);
    const bytes = messages.encode(type, value as never);
    expect(theirs(type).decode(bytes)).toEqual(value);
    expect(messages.decode(type, theirs(type).encode(value))).toEqual(value);
    expect(messages.decode(type, bytes)).toEqual(value);
  }
});

test("[MS1] the bytes of a message without maps are those of protobufjs", () => {
  const random = seededRandom(3);
  for (let i = 0; i < 50; i++) {
    const value = randomMessage(messages, "gz.msgs.Scene", random);
    expect(messages.encode("gz.msgs.Scene", value)).toEqual(plain(theirs("gz.msgs.Scene").encode(value)));
  }
});
