// npm run check: everything that can be checked without a browser, in under a minute and a half.
import { setup } from "./setup.mjs";

setup();
const { checkStages, runStages, testStage } = await import("./stages.mjs");

// The two longest first, two at a time.
const stages = checkStages();
stages.splice(1, 0, testStage("unit", ["--project", "unit", "--reporter", "default"]));
const failed = await runStages(stages);
if (failed.length > 0) {
  process.stdout.write(`failed: ${failed.join(", ")}\n`);
  process.exitCode = 1;
}
