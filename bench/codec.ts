import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { create, createFileRegistry, fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import protobuf from "protobufjs";
import pbjs from "protobufjs-cli";
import { type gz, messages } from "../packages/msgs/src/index.ts";
import { randomMessage, seededRandom } from "../packages/msgs/src/testing/random-message.ts";
import type { Bench } from "./harness.ts";

export const name = "codec";

const protoFolder = join(import.meta.dirname, "../packages/msgs/proto");
const type = "gz.msgs.Pose_V";

/** Our codec against others, for the message that is sent most: Pose_V. Never slower than any of them. */
export async function run(bench: Bench): Promise<void> {
  const others = {
    "pbjs static": await pbjsStatic(),
    "pbjs reflection": pbjsReflection(),
    "protobuf-es": protobufEs(),
  };
  useAllTypes();
  for (const count of [100, 3000]) {
    const value = poses(count);
    const bytes = messages.encode(type, value);
    // Samples of some 20 ms: CPU time comes in ticks of up to 4 ms on some kernels.
    const batch = Math.round(100_000 / count);
    for (const [other, codec] of Object.entries(others)) {
      const theirs = codec.prepare(value);
      await bench.compare({
        name: `encode ${count} poses ÷ ${other}`,
        ours: () => void messages.encode(type, value),
        reference: () => void codec.encode(theirs),
        budget: 1,
        batch,
      });
      await bench.compare({
        name: `decode ${count} poses ÷ ${other}`,
        ours: () => void messages.decode(type, bytes),
        reference: () => void codec.decode(bytes),
        budget: 1,
        batch,
      });
    }
  }
}

/** As a server would: a codec that has only seen poses is compiled for them alone and looks 1.5 times faster. */
function useAllTypes(): void {
  const random = seededRandom(1);
  for (let round = 0; round < 30; round++) {
    for (const name of messages.types()) {
      messages.decode(name, messages.encode(name, randomMessage(messages, name, random, 1) as never));
    }
  }
}

interface Codec {
  /** Returns the value in the form that this library expects. */
  prepare(value: gz.Pose_V): object;
  encode(value: object): Uint8Array;
  decode(bytes: Uint8Array): object;
}

/** No zeros: they would not be written by all, and the bytes would differ. */
function poses(count: number): gz.Pose_V {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff - 0.5001;
  };
  const pose = (_: unknown, i: number) => ({
    name: `model_${i}`,
    id: i + 1,
    position: { x: next(), y: next(), z: next() },
    orientation: { x: next(), y: next(), z: next(), w: next() },
  });
  return { pose: Array.from({ length: count }, pose) };
}

/** Code that pbjs writes, as a module below this repository, because it imports protobufjs. */
async function pbjsStatic(): Promise<Codec> {
  const options = ["--target", "static-module", "--wrap", "es6", "--keep-case", "--path", protoFolder];
  const source = await promisify(pbjs.pbjs.main)([...options, "gz/msgs/space.proto"]);
  const folder = join(import.meta.dirname, "../.cache/bench");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "pbjs-static.mjs");
  writeFileSync(file, source!);
  const { gz: root } = (await import(file)) as { gz: { msgs: { Pose_V: protobuf.Type } } };
  return pbjsCodec(root.msgs.Pose_V);
}

function pbjsReflection(): Codec {
  const root = new protobuf.Root();
  root.resolvePath = (_, target) => join(protoFolder, target);
  root.loadSync("gz/msgs/space.proto", { keepCase: true });
  return pbjsCodec(root.lookupType(type));
}

function pbjsCodec(reflected: protobuf.Type): Codec {
  return {
    prepare: (value) => value,
    encode: (value) => reflected.encode(value).finish(),
    decode: (bytes) => reflected.decode(bytes),
  };
}

function protobufEs(): Codec {
  const files = fromBinary(FileDescriptorSetSchema, messages.descriptorSet(type));
  const schema = createFileRegistry(files).getMessage(type)!;
  return {
    prepare: (value) => create(schema, value as never),
    encode: (value) => toBinary(schema, value as never),
    decode: (bytes) => fromBinary(schema, bytes),
  };
}
