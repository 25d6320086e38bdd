import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tip } from "./tip.ts";

test("[TT1] a tooltip is attributes of its element; without words there is none", () => {
  expect(tip("Undo", { keys: "Ctrl+Z" })).toEqual({ "data-tip": "Undo", "data-tip-keys": "Ctrl+Z" });
  expect(tip("ramp", { isLate: true })).toEqual({ "data-tip": "ramp", "data-tip-late": "" });
  expect([tip(undefined), tip("")]).toEqual([{}, {}]);
});

test("[TT1] no element has the browser's own tooltip", () => {
  const sources = join(import.meta.dirname, "..");
  const found = globSync("**/*.tsx", { cwd: sources }).flatMap((file) => {
    const text = readFileSync(join(sources, file), "utf8");
    return [...text.matchAll(/(?<![\w.-])title=/g)].flatMap(({ index }) => {
      const tag = [...text.slice(0, index).matchAll(/<([A-Za-z][\w.]*)(?=[\s>])/g)].at(-1)?.[1] ?? "";
      return /^[a-z]/.test(tag) ? [`${file}: <${tag}>`] : [];
    });
  });
  expect(found).toEqual([]);
});
