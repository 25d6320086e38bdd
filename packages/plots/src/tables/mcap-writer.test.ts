import { McapIndexedReader, TempBuffer } from "@mcap/core";
import { expect, test } from "vitest";
import { MessageRegistry } from "@orrery/msgs";
import { samples } from "../series/samples.ts";
import { mcapPieces } from "./mcap-writer.ts";
import { tableOf, type NamedSamples } from "./table.ts";

async function bytesOf(curves: readonly NamedSamples[]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of mcapPieces(tableOf(curves))) pieces.push(piece);
  return Buffer.concat(pieces);
}

test("[TB20] curves that are written as MCAP are channels of doubles with units, which the format's own library reads", async () => {
  const curves = [
    { name: "box::pose.x", unit: "m", samples: samples([0, 0.001, 0.002], [1.5, NaN, -0]) },
    { name: "flag", unit: "", samples: samples([0.001, 4], [0, 1e308]) },
  ];
  const file = new TempBuffer(await bytesOf(curves));
  const reader = await McapIndexedReader.Initialize({ readable: file });
  const [schema] = reader.schemasById.values();
  // The types come from the file alone.
  const messages = new MessageRegistry({ builtin: false });
  messages.addDescriptorSet(schema!.data);
  const found: unknown[] = [];
  for await (const { channelId, logTime, data } of reader.readMessages()) {
    const { topic, metadata } = reader.channelsById.get(channelId)!;
    const { value } = messages.decode(schema!.name, data) as { readonly value: number };
    found.push([topic, metadata.get("unit"), Number(logTime), value]);
  }
  expect(found).toEqual([
    ["box::pose.x", "m", 0, 1.5],
    ["box::pose.x", "m", 1e6, NaN],
    ["flag", undefined, 1e6, 0],
    ["box::pose.x", "m", 2e6, -0],
    ["flag", undefined, 4e9, 1e308],
  ]);
});

test("[TB20] times before 0 cannot be written as MCAP, and the error says so", async () => {
  await expect(bytesOf([{ name: "a", unit: "", samples: samples([-1], [0]) }])).rejects.toThrow(
    "MCAP has no times before 0, and the first one is -1 s",
  );
});
