import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { checkLayers } from "./check-layers.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Returns what is wrong with a repository of these files, as "file:line: rule". */
function problemsOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), "orrery-layers-"));
  folders.push(root);
  const manifests = {
    "package.json": `{ "devDependencies": { "vitest": "5" } }`,
    "packages/msgs/package.json": "{}",
    "packages/sim/package.json": `{ "dependencies": { "rapier": "1" } }`,
    "packages/server/package.json": `{ "dependencies": { "ws": "8" } }`,
    "packages/gui/package.json": "{}",
  };
  for (const [file, text] of Object.entries({ ...manifests, ...files })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return checkLayers(root).map(({ file, line, rule }) => `${file}:${line}: ${rule}`);
}

test("what the table allows passes", () => {
  const files = {
    "packages/sim/src/ecs/world.ts": `import { x } from "../base/x.ts"; import y from "./y.ts"; export const z = x + y;`,
    "packages/sim/src/entities/spawn.ts": `export { a } from "../scene/geometry.ts"; export const b = 1;`,
    "packages/sim/src/transport/node.ts": `import type { A } from "@orrery/msgs"; import "rapier/deep"; export type B = A;`,
    "packages/sim/src/index.ts": `export * from "./systems/physics.ts";`,
    "packages/server/src/cli.ts": `import "node:fs"; import { WebSocket } from "ws"; import "@orrery/sim";`,
    "packages/sim/src/base/x.test.ts": `import "vitest"; import "node:fs"; import "../systems/y.ts"; import "../../../../tests/soak.ts";`,
  };
  expect(problemsOf(files)).toEqual([]);
});

test("an import against the table is named with its line, whatever its form", () => {
  const text = `import { a } from "./a.ts";
export { b } from "../systems/b.ts";
type C = import("../runner/c.ts").C;
export const d = (c: C) => [a, c, import("../physics/d.ts")];
`;
  expect(problemsOf({ "packages/sim/src/ecs/world.ts": text })).toEqual([
    "packages/sim/src/ecs/world.ts:2: ecs must not import systems (systems/b.ts)",
    "packages/sim/src/ecs/world.ts:3: ecs must not import runner (runner/c.ts)",
    "packages/sim/src/ecs/world.ts:4: ecs must not import physics (physics/d.ts)",
  ]);
});

test("imports in comments, strings and templates are none", () => {
  const text = "// import '../runner/a.ts'\nexport const text = `import \"../runner/b.ts\"; 2 ** 3`; /* 2 ** 3 */\n";
  expect(problemsOf({ "packages/sim/src/ecs/world.ts": text })).toEqual([]);
});

test("packages depend in one direction", () => {
  const files = {
    "packages/gui/src/app.tsx": `import "@orrery/server"; export const a = <b />;`,
    "packages/gui/src/plugins/a/b.ts": `import "../c/api.ts"; import "../c/d.ts"; import "../../shell/e.ts";`,
    "packages/msgs/src/a.ts": `import "@orrery/sim";`,
    "packages/server/src/b.ts": `import "../../gui/src/app.tsx";`,
    "packages/server/src/gateway/c.ts": `import "../files/d.ts"; import "../world/e.ts";`,
    "packages/sim/src/ecs/c.ts": `import "@orrery/msgs";`,
    "packages/sim/src/d.test.ts": `import "@orrery/gui";`,
  };
  expect(problemsOf(files)).toEqual([
    "packages/msgs/src/a.ts:1: msgs must not import sim",
    "packages/sim/src/d.test.ts:1: sim must not import gui",
    "packages/sim/src/ecs/c.ts:1: ecs must not import msgs",
    "packages/server/src/b.ts:1: ../../gui/src/app.tsx is outside of packages/server/src",
    "packages/server/src/gateway/c.ts:1: gateway must not import world (world/e.ts)",
    "packages/gui/src/app.tsx:1: gui must not import server",
    "packages/gui/src/plugins/a/b.ts:1: plugin a must import of plugin c its api.ts only (plugins/c/d.ts)",
  ]);
});

test("undeclared packages, Node where there is none, barrels, new folders and powers are refused", () => {
  const files = {
    "packages/sim/src/base/a.ts": `import "three/x"; import "node:fs"; import "fs";`,
    "packages/sim/src/base/b.ts": `export * from "./a.ts";`,
    "packages/sim/src/base/c.ts": `export let x = 2 ** 3;\nx **= 2;`,
    "packages/sim/src/base/c.test.ts": `export const x = 2 ** 3; import "left-pad";`,
    "packages/sim/src/utils/d.ts": `import "../base/a.ts";`,
  };
  const power = "the last bit of ** differs between engines: multiply, or use pow of base/math/math.ts";
  expect(problemsOf(files)).toEqual([
    "packages/sim/src/base/a.ts:1: three is not in the dependencies of packages/sim/package.json",
    "packages/sim/src/base/a.ts:1: sim runs in a browser too: no node:fs",
    "packages/sim/src/base/a.ts:1: fs is not in the dependencies of packages/sim/package.json",
    "packages/sim/src/base/b.ts:1: a file of re-exports only: index.ts and api.ts may be, no other",
    "packages/sim/src/base/c.test.ts:1: left-pad is in no package.json that packages/sim may use",
    `packages/sim/src/base/c.ts:1: ${power}`,
    `packages/sim/src/base/c.ts:2: ${power}`,
    "packages/sim/src/utils/d.ts:1: utils has no place in the table of tools/check-layers.ts",
  ]);
});

test("files that load each other are refused; a type that looks back is not", () => {
  const files = {
    "packages/sim/src/base/a.ts": `import { b } from "./b.ts"; export const a = b;`,
    "packages/sim/src/base/b.ts": `export { c as b } from "./c.ts"; export const d = 1;`,
    "packages/sim/src/base/c.ts": `import { a } from "./a.ts"; export const c = a;`,
    "packages/sim/src/base/d.ts": `import { e } from "./e.ts"; export type D = typeof e;`,
    "packages/sim/src/base/e.ts": `import type { D } from "./d.ts"; import { type D as F } from "./d.ts"; export const e: D & F = 1;`,
  };
  expect(problemsOf(files)).toEqual([
    "packages/sim/src/base/a.ts:1: loads itself by way of packages/sim/src/base/b.ts, packages/sim/src/base/c.ts",
  ]);
});

test("what only a page has is refused where pictures are drawn, but for members of that name", () => {
  const text = `interface Place { window: number; readonly document: string }
export const a = (place: Place, element: HTMLCanvasElement) => [place.window, { document: 1 }, element];
export const b = requestAnimationFrame;
export const c = () => performance.now();
`;
  const files = {
    "packages/gui/src/render/layers/a.ts": text,
    "packages/gui/src/render/layers/a.test.ts": text,
    "packages/gui/src/shell/b.ts": text,
  };
  const file = "packages/gui/src/render/layers/a.ts";
  expect(problemsOf(files)).toEqual([
    `${file}:2: render draws without a page: no HTMLCanvasElement`,
    `${file}:3: render draws without a page: no requestAnimationFrame`,
    `${file}:4: render draws without a page: no performance`,
  ]);
});

test("panels of the page use what every panel may", () => {
  const files = {
    "packages/gui/src/index.ts": `export * from "./ui/a.ts";\nexport { b, type C } from "./ui/b.ts";\nexport type * from "./ui/d.ts";\n`,
    "packages/gui/src/render/index.ts": `export { e as f } from "./e.ts";\n`,
    "packages/gui/src/plugins/api.ts": `export * from "./one/api.ts";`,
    "packages/gui/src/plugins/one/api.ts": `export const one = 1;`,
    "packages/gui/src/plugins/three/api.ts": `export const three = 3;`,
    "packages/gui/src/plugins/two/two.ts": `import { a } from "../../ui/a.ts";
import { b, type C } from "../../ui/b.ts";
import type { D } from "../../ui/d.ts";
import { e } from "../../render/e.ts";
import { one } from "../one/api.ts";
import { C as notAType } from "../../ui/b.ts";
import { d } from "../../ui/d.ts";
import {
  secret,
} from "../../render/e.ts";
import { three } from "../three/api.ts";
`,
    "packages/gui/src/plugins/two/two.test.ts": `import { secret } from "../../render/e.ts";`,
  };
  const file = "packages/gui/src/plugins/two/two.ts";
  const rule = (name: string): string =>
    `${name} is for everybody or for nobody: export it from index.ts or plugins/api.ts or render/index.ts`;
  expect(problemsOf(files)).toEqual([
    `${file}:6: ${rule("C")}`,
    `${file}:7: ${rule("d")}`,
    `${file}:9: ${rule("secret")}`,
    `${file}:11: ${rule("three")}`,
  ]);
});
