// npm run check: everything that can be checked without a browser, in under a minute and a half.
import { setup } from "./setup.mjs";

setup();
const { checkStages, runStage, testStage } = await import("./stages.mjs");

// The two longest first, two at a time.
const [types, ...others] = checkStages();
const waiting = [types, testStage("unit", ["--project", "unit", "--reporter", "default"]), ...others];
/** @type {string[]} */
const failed = [];

async function work() {
  for (let stage = waiting.shift(); stage !== undefined; stage = waiting.shift()) {
    if (!(await runStage(stage, { show: "failed" }))) failed.push(stage.name);
  }
}

await Promise.all([work(), work()]);
if (failed.length > 0) {
  process.stdout.write(`failed: ${failed.join(", ")}\n`);
  process.exitCode = 1;
}
