import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { messages, type gz } from "@orrery/msgs";
import { MemoryResources } from "@orrery/sim";
import { Bus, Node, parseSdf } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { listModels } from "./model-list.ts";
import { offerModels } from "./model-services.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "orrery-models-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const config = (name: string): string => `<model><name>${name}</name><sdf>model.sdf</sdf>
  <description>
    Two   lines
  </description></model>`;

const box = `<sdf version="1.11"><model name="box"><link name="l"><visual name="v">
  <geometry><mesh><uri>meshes/box.stl</uri></mesh></geometry></visual></link></model></sdf>`;

test("[GW23] models are listed by name, with description and picture; the first folder of a name counts", async () => {
  const first = folderWith({
    "zebra/model.config": config("A zebra"),
    "zebra/thumbnails/2.png": "",
    "zebra/thumbnails/1.png": "",
    "no model/readme.txt": "",
  });
  const second = folderWith({ "zebra/model.config": config("Another"), "plain/model.config": "<model/>" });
  expect(await listModels([first, join(first, "nowhere"), second])).toEqual([
    {
      name: "A zebra",
      uri: "model://zebra",
      description: "Two lines",
      thumbnail: "model://zebra/thumbnails/1.png",
    },
    { name: "plain", uri: "model://plain", description: "", thumbnail: "" },
  ]);
});

test("[GW23] a model is given as one text, whose files are named by URIs; what is outside is refused", async () => {
  const folder = folderWith({
    "box/model.config": config("Box"),
    "box/model.sdf": box,
    "stack/model.config": config("Stack"),
    "stack/model.sdf": `<sdf version="1.11"><model name="stack"><include><uri>model://box</uri></include></model></sdf>`,
  });
  const bus = new Bus({ codec: messages, name: "server" });
  const node = new Node(bus, { owner: "server" });
  offerModels(node, "", { world: join(folder, "w.sdf"), folders: [folder] });
  expect(
    (await node.request("/orrery/models", {}, { response: "orrery.msgs.ModelList" })).models?.map(({ uri }) => uri),
  ).toEqual(["model://box", "model://stack"]);
  const ask = (data: string): Promise<gz.StringMsg> =>
    node.request("/orrery/models/sdf", { data }, { response: "gz.msgs.StringMsg" });
  const { data = "" } = await ask("model://stack");
  expect(data).not.toContain(folder);
  const { scene } = await parseSdf(data, "", new MemoryResources({}));
  const geometry = scene.models[0]!.models[0]!.links[0]!.visuals[0]!.geometry;
  expect(geometry).toMatchObject({ type: "mesh", uri: "model://box/meshes/box.stl" });
  await expect(ask("/etc/passwd")).rejects.toThrow('"/etc/passwd" is outside of the resource folders');
  await expect(ask("model://none")).rejects.toThrow('cannot find "model://none"');
});
