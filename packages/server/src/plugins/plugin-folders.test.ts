import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { PluginFolders } from "./plugin-folders.ts";

function tree(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "orrery-plugins-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

test("[SV4] a plugin's filename stands for a module, or a folder with an index, in one of the folders", async () => {
  const root = tree({ "a/wind.mjs": "", "a/rain/index.ts": "", "b/wind.js": "", "b/deep/snow.js": "" });
  const plugins = new PluginFolders([join(root, "a"), join(root, "b")]);
  expect(await plugins.find("wind")).toBe(join(root, "a/wind.mjs"));
  expect(await plugins.find("rain")).toBe(join(root, "a/rain/index.ts"));
  expect(await plugins.find("deep/snow")).toBe(join(root, "b/deep/snow.js"));
  expect(await plugins.find("gz-sim-physics-system")).toBeUndefined();
  expect(plugins.names()).toEqual(["rain", "wind"]);
});

test("[SV5] nothing outside of the folders is loaded: no .., no absolute path, no link that leads out", async () => {
  const root = tree({ "inside/ok.js": "", "outside/evil.js": "" });
  symlinkSync(join(root, "outside/evil.js"), join(root, "inside/linked.js"));
  symlinkSync(join(root, "outside"), join(root, "inside/folder"));
  symlinkSync(join(root, "inside/ok.js"), join(root, "inside/alias.js"));
  const plugins = new PluginFolders([join(root, "inside")]);
  await expect(plugins.load("../outside/evil")).rejects.toThrow(/leads out of the plugin folders/);
  await expect(plugins.load(join(root, "outside/evil"))).rejects.toThrow(/leads out of the plugin folders/);
  await expect(plugins.load("linked")).rejects.toThrow(/linked\.js is a link that leads out/);
  await expect(plugins.load("folder/evil")).rejects.toThrow(/is a link that leads out/);
  expect(await plugins.find("alias")).toBe(join(root, "inside/alias.js"));
});

test("[SV6] a module that throws while it is imported is an error that names its file", async () => {
  const root = tree({ "broken.js": "", "fine.js": "" });
  const importing = async (url: string): Promise<object> => {
    if (url.includes("broken")) throw new TypeError("no such thing");
    return { default: url };
  };
  const plugins = new PluginFolders([root], importing);
  await expect(plugins.load("broken")).rejects.toThrow(`cannot load ${root}/broken.js: TypeError: no such thing`);
  expect(await plugins.load("fine")).toEqual({ default: pathToFileURL(join(root, "fine.js")).href });
});
