import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileFormula } from "./compile.ts";
import { signatureOf } from "./functions/function.ts";
import { FUNCTIONS } from "./functions/table.ts";
import { scopeOf, type CurveInfo } from "./scope.ts";

const page = readFileSync(new URL("../../../../docs/formulas.md", import.meta.url), "utf8");

test("[FM29] the page has every function, with its signature and what it does", () => {
  const rows = page.split("\n").filter((line) => /^\| `\w+\(.*\)` \|/.test(line));
  expect(rows).toEqual([...FUNCTIONS.values()].map((each) => `| \`${signatureOf(each)}\` | ${each.help} |`));
});

test("[FM29] the examples at its beginning compile", () => {
  const pose: CurveInfo = { shape: "pose", units: ["m", "m", "m", "", "", "", ""] };
  const velocity: CurveInfo = { shape: "vector", units: ["m/s"] };
  const scope = scopeOf(
    new Map([
      ["vehicle::chassis::linear_velocity", velocity],
      ["v", velocity],
      ["gripper::pose", pose],
      ["box::pose", pose],
      ["p", pose],
      ["vehicle::chassis::pose", pose],
      ["arm::elbow::velocity", { shape: "number", units: ["rad/s"] }],
    ]),
  );
  const [, examples] = page.split("```\n");
  const units = examples!
    .trim()
    .split("\n")
    .map((text) => compileFormula(text, scope).units.join(" "));
  expect(units).toEqual(["m/s", "", "J", "deg", "rad/s²"]);
});
