import { expect, test } from "vitest";
import { MemoryResources } from "./memory-resources.ts";
import { ResourceError } from "./resources.ts";

const resources = new MemoryResources({
  "worlds/a.sdf": "<sdf/>",
  "models/cone/model.sdf": "x",
  "worlds/near/b.sdf": "y",
});

test("[SD20] URIs are looked for in the model folders, then beside the file that asks", async () => {
  expect(await resources.resolve("model://cone", "worlds/a.sdf")).toEqual({ path: "models/cone", kind: "folder" });
  expect(await resources.resolve("near/../near/b.sdf", "worlds/a.sdf")).toEqual({
    path: "worlds/near/b.sdf",
    kind: "file",
  });
  expect(await resources.resolve("b.sdf", "worlds/a.sdf")).toBeUndefined();
  expect(await resources.resolve("https://example.com/cone", "worlds/a.sdf")).toBeUndefined();
});

test("[SD20] a file that is missing or too large is a ResourceError", async () => {
  expect(await resources.read("models/cone/model.sdf", 1)).toEqual(Uint8Array.of(0x78));
  await expect(resources.read("models/cone/model.sdf", 0)).rejects.toThrow(ResourceError);
  await expect(resources.read("models/none", 10)).rejects.toThrow("cannot find models/none");
});
