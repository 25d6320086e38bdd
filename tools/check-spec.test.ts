import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { checkSpec } from "./check-spec.ts";

function problemsOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), "orrery-spec-"));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    return checkSpec(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

test("every rule with a test and every citation with a rule passes", () => {
  const files = {
    "packages/sim/SPEC.md": "# Rules\n- **[TL1]** One, see [TL9].\n- **[TL2]** Two.\n- **[TL3]** Three.\n",
    "packages/sim/src/a.test.ts": `test("[TL1][TL2] both", () => {}); expect(text).toBe("see [ZZ9]");`,
    "tests/e2e/b.test.ts": "test.each([1])(`[TL3] ${x}`, () => {});",
  };
  expect(problemsOf(files)).toEqual([]);
});

test("a rule without a test, a citation without a rule and an id used twice are named with their place", () => {
  const files = {
    "packages/sim/SPEC.md": "- **[TL1]** One.\n- **[TL2]** Two.\n",
    "packages/server/SPEC.md": "- **[TL1]** One again.\n",
    "packages/sim/src/a.test.ts": `test("[TL1] one", f);\ntest("[TL7] seven", f);`,
  };
  expect(problemsOf(files)).toEqual([
    "packages/sim/SPEC.md:1: rule [TL1] is also at packages/server/SPEC.md:1",
    "packages/sim/SPEC.md:2: rule [TL2] has no test",
    "packages/sim/src/a.test.ts:2: [TL7] is no rule of any SPEC.md",
  ]);
});
