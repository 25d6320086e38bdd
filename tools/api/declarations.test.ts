import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Declarations } from "./declarations.ts";

test("exports of other files are found, under their new names, without comments and private members", () => {
  const exports = exportsOf({
    "index.d.ts": `export { Box as Crate, type Size } from "./box.ts";\nexport * from "./names.ts";\nexport * as maths from "./maths.ts";`,
    "box.d.ts": `/** A box. */\nexport declare class Box {\n    #private;\n    private secret;\n    /** In metres. */\n    readonly size: Size;\n}\nexport type Size = number;\nexport declare const hidden: 1;`,
    "names.d.ts": `declare function a(x: number): void;\ndeclare function a(x: string): void;\ndeclare const b: 2, c: 3;\nexport { a, b as d };\nexport interface E {\n}`,
    "maths.d.ts": `export declare const pi: number;`,
  });
  expect(exports).toEqual({
    Crate: "class Box {\n    readonly size: Size;\n}",
    Size: "type Size = number;",
    a: "function a(x: number): void;\nfunction a(x: string): void;",
    d: "const b: 2, c: 3;",
    E: "interface E {\n}",
    maths: "namespace of ./maths.ts",
  });
});

test("files may pass on each other's exports, and names of other packages are only named", () => {
  const exports = exportsOf({
    "index.d.ts": `export * from "./other.ts";\nexport declare const own: 1;\nexport type { Far } from "far";`,
    "other.d.ts": `export * from "./index.ts";\nexport declare const theirs: 2;`,
  });
  expect(exports).toEqual({ theirs: "const theirs: 2;", own: "const own: 1;", Far: "from far" });
});

/** Returns the exports of `index.d.ts` among files in a folder. */
function exportsOf(files: Readonly<Record<string, string>>): object {
  const folder = mkdtempSync(join(tmpdir(), "orrery-api-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return Object.fromEntries(new Declarations().of(join(folder, "index.d.ts")));
}
