import { readdir, readFile } from "node:fs/promises";
import { MemoryResources } from "@orrery/sim";
import { TestSim, type TestSimOptions } from "@orrery/sim/testing";

const worlds = new URL("../worlds/", import.meta.url);

/** Returns a world of `worlds/` with all files that any of them names, in the given engine. */
export async function loadSample(name: string, engine = "auto", options: TestSimOptions = {}): Promise<TestSim> {
  const text = await readFile(new URL(name, worlds), "utf8");
  const parts = text.split('type="ignored"');
  if (parts.length !== 2) throw new Error(`${name} does not leave its engine open`);
  const meshes = await readdir(new URL("meshes/", worlds));
  const paths = ["models/cone/model.config", "models/cone/model.sdf", ...meshes.map((mesh) => `meshes/${mesh}`)];
  const files = await Promise.all(paths.map(async (path) => [path, await readFile(new URL(path, worlds))] as const));
  return TestSim.load(parts.join(`type="${engine}"`), {
    resources: new MemoryResources(Object.fromEntries(files)),
    file: name,
    ...options,
  });
}
