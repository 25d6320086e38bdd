import { expect, test } from "vitest";
import { isBare, rewriteImports } from "./rewrite-imports.ts";

const rename = (specifier: string): string => `<${specifier}>`;

test.each([
  [`import React from "react"`, `import React from "<react>"`],
  [`import { a, b as c } from 'three';`, `import { a, b as c } from '<three>';`],
  [`import"x"`, `import"<x>"`],
  [`export * from "x"; export { y } from './y.js'`, `export * from "<x>"; export { y } from '<./y.js>'`],
  [`import * as T from"three"\nimport z from "z"`, `import * as T from"<three>"\nimport z from "<z>"`],
  [`const m = await import("x")`, `const m = await import("<x>")`],
  [`import /* from "no" */ a from // from "no"\n "x"`, `import /* from "no" */ a from // from "no"\n "<x>"`],
  ['const t = `from "a" ${await import("b")} from "c"`', 'const t = `from "a" ${await import("<b>")} from "c"`'],
  ['`${{ a: `${1}` }}`; import "x"', '`${{ a: `${1}` }}`; import "<x>"'],
  [`const r = /from "a"/; import b from "b"`, `const r = /from "a"/; import b from "<b>"`],
  [`const r = /[/"]/; import b from "b"`, `const r = /[/"]/; import b from "<b>"`],
  [`const q = a / b; const s = "/"; import "c"`, `const q = a / b; const s = "/"; import "<c>"`],
  [`const s = "\\" from 'a'"; import "b"`, `const s = "\\" from 'a'"; import "<b>"`],
  [`const s = "\\\\"; import "b"`, `const s = "\\\\"; import "<b>"`],
])("[GW50] %s", (source, expected) => {
  expect(rewriteImports(source, rename)).toBe(expected);
});

test.each([
  `call("x"); loader.import("x"); const from = "x"; Array.from("x"); import.meta.resolve("x"); import(name)`,
  `const unended = "from`,
  "const unended = `${from",
  `/* import "x"`,
])("[GW50] %s stays as it is", (source) => {
  expect(rewriteImports(source, rename)).toBe(source);
});

test("[GW50] bare names are neither paths nor URLs", () => {
  const names = ["react", "@orrery/sim", "react/jsx-runtime", "./a.js", "../a.js", "/a.js", "https://a", "data:x"];
  expect(names.filter(isBare)).toEqual(["react", "@orrery/sim", "react/jsx-runtime"]);
});
