import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { publishedModules } from "./published-modules.ts";

/** Creates files as the compiler would write them. */
function emitted(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "orrery-modules-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

test("what is reached is kept, by imports and by texts that name a module; these name JavaScript", () => {
  const folder = emitted({
    "src/main.mjs": 'import "./inner/a.js";',
    "src/inner/a.js": 'import { x } from "ws"; import "node:fs"; start(`../thread.ts`, ".ts", "index.ts");',
    "src/thread.js": 'export * from "@orrery/sim/front";',
    "src/alone.js": "export {};",
  });
  const { files, packages } = publishedModules(folder, ["src/main.mjs"], { declarations: true });
  expect([...files.keys()].toSorted()).toEqual(["src/inner/a.js", "src/main.mjs", "src/thread.js"]);
  expect(files.get("src/inner/a.js")).toContain('start("../thread.js", ".ts", "index.ts")');
  expect([...packages].toSorted()).toEqual(["@orrery/sim", "ws"]);
});

test("declarations come with their modules and name each other as the modules do", () => {
  const folder = emitted({
    "a.js": "export {};",
    "a.d.ts": 'export type * from "./b.ts"; export declare const c: import("./c.ts").C;',
    "b.js": "export {};",
    "b.d.ts": "export interface B {}",
    "c.js": "export {};",
    "c.d.ts": "export interface C {}",
  });
  const { files } = publishedModules(folder, ["./a.js"], { declarations: true });
  expect([...files.keys()].toSorted()).toEqual(["a.d.ts", "a.js", "b.d.ts", "b.js", "c.d.ts", "c.js"]);
  expect(files.get("a.d.ts")).toBe('export type * from "./b.js"; export declare const c: import("./c.js").C;');
  expect([...publishedModules(folder, ["./a.js"], { declarations: false }).files.keys()]).toEqual(["a.js"]);
});

test("a name that leads nowhere is refused, and one that is no path but may mean a source file", () => {
  const folder = emitted({
    "a.js": 'start("./gone.ts");',
    "b.js": 'start(join(here, "a.ts"));',
    "d.js": "import(`./${x}.ts`)",
  });
  expect(() => publishedModules(folder, ["a.js"], { declarations: false })).toThrow('a.js: "./gone.ts"');
  expect(() => publishedModules(folder, ["b.js"], { declarations: false })).toThrow('write "./a.ts"');
  expect(() => publishedModules(folder, ["d.js"], { declarations: false })).toThrow("cannot be known");
  expect(() => publishedModules(folder, ["c.js"], { declarations: false })).toThrow("c.js");
});
