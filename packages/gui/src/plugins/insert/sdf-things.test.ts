import { find, MemoryResources, World } from "@orrery/sim";
import { parseSdf, saveEntity, spawnWorld, writeSdf } from "@orrery/sim/host";
import { Pose } from "@orrery/sim/components";
import { expect, test } from "vitest";
import { entryOfFile } from "./file-entry.ts";
import { textOfThings, thingsInText } from "./sdf-things.ts";

const model = (name: string): string => `<model name="${name}"><pose>1 2 3 0 0 0.5</pose><link name="l"/></model>`;
const light = `<light name="lamp" type="point"><diffuse>1 1 1 1</diffuse></light>`;

test("[IS5] models and lights are found in files of SDF and URDF, in worlds, and as single elements", () => {
  const names = (text: string): string[] => thingsInText(text).map(({ kind, name }) => `${kind} ${name}`);
  expect(names(`<?xml version="1.0"?><sdf version="1.9">${model("a &amp; b")}</sdf>`)).toEqual(["model a & b"]);
  expect(names(model("bare"))).toEqual(["model bare"]);
  expect(names(light)).toEqual(["light lamp"]);
  expect(
    names(`<sdf version="1.11"><world name="w"><gravity>0 0 -1</gravity>${model("a")}${light}${model("b")}
    <include><uri>model://cone</uri><pose>1 0 0 0 0 0</pose></include></world></sdf>`),
  ).toEqual(["model a", "light lamp", "model b", "model cone"]);
  expect(names(`<robot name="arm"><link name="base"/></robot>`)).toEqual(["model arm"]);
});

test("[IS5] what holds none is refused with the reason", () => {
  expect(() => thingsInText("")).toThrow("there is no root element");
  expect(() => thingsInText("hello")).toThrow("this is no SDF file (line 1)");
  expect(() => thingsInText("<sdf><model></sdf>")).toThrow("line 1");
  expect(() => thingsInText("<html/>")).toThrow("it holds neither a model nor a light");
});

test("[IS5] each of them can be read by itself, version, attributes and all", async () => {
  const [thing] = thingsInText(`<sdf version="1.7">${model("a &lt;1&gt;")}</sdf>`);
  if (thing === undefined || !("sdf" in thing)) throw new Error("it has no SDF");
  expect(thing.sdf).toContain('version="1.7"');
  const { scene, problems } = await parseSdf(thing.sdf, "text", new MemoryResources({}));
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(scene.models[0]).toMatchObject({ name: "a <1>", pose: { x: 1, y: 2, z: 3 } });
});

test("[IS6] several are kept as one file, from which they can be had again", async () => {
  const sdfs = [model("a"), model("b"), light].map((one) => `<sdf version="1.11">${one}</sdf>`);
  const text = textOfThings(sdfs);
  expect(thingsInText(text).map(({ name }) => name)).toEqual(["a", "b", "lamp"]);
  expect((await parseSdf(text, "text", new MemoryResources({}))).scene.worlds[0]!.models).toHaveLength(2);
  expect(textOfThings(sdfs.slice(0, 1))).toBe(sdfs[0]);
});

test("[IS6] what is copied of a paused world reads as it stands there", async () => {
  const { scene } = await parseSdf(
    `<sdf version="1.11"><world name="w">${model("a")}</world></sdf>`,
    "w",
    new MemoryResources({}),
  );
  const world = new World();
  const root = spawnWorld(world, scene.worlds[0]!);
  const entity = find(world, root, "a")!;
  world.set(entity, Pose, { ...world.get(entity, Pose)!, x: 0.1 + 0.2 });
  const [thing] = thingsInText(textOfThings([writeSdf(saveEntity(world, entity))]));
  const { scene: again } = await parseSdf((thing as { readonly sdf: string }).sdf, "text", new MemoryResources({}));
  expect(again.models[0]!.pose).toEqual(world.get(entity, Pose));
});

test("[IS5] a file of the disk is called after what it holds", async () => {
  const file = (text: string) => ({ name: "cell.sdf", size: text.length, text: () => Promise.resolve(text) });
  expect(await entryOfFile(file(model("press")))).toMatchObject({ title: "press", section: "file" });
  expect((await entryOfFile(file(`<sdf>${model("a")}${model("b")}</sdf>`))).title).toBe("cell.sdf");
  await expect(entryOfFile({ ...file(""), size: 2 ** 30 })).rejects.toThrow("more than 64 MB");
});
