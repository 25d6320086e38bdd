// npm test: the checks, two at a time, then the build of the page, then all tests, up to the first part that fails.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setup } from "./setup.mjs";

setup({ browser: true });
const { buildGui } = await import("./build-gui.mjs");
const { checkStages, runStage, runStages, testStage } = await import("./stages.mjs");

process.exitCode = (await run()) ? 0 : 1;

async function run() {
  if ((await runStages(checkStages())).length > 0) return false;
  if ((await buildGui()) !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), "orrery-test-"));
  const totals = join(folder, "totals.json");
  try {
    const reporters = ["--reporter", "default", "--reporter", "json", "--outputFile.json", totals];
    const passed = await runStage(testStage("tests", [...reporters, ...process.argv.slice(2)]), { show: "always" });
    if (existsSync(totals)) {
      const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(totals, "utf8"));
      for (const title of unsteadyTests(testResults)) process.stdout.write(`passed only when run again: ${title}\n`);
      process.stdout.write(`${numPassedTests} passed, ${numFailedTests} failed\n`);
    }
    return passed;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Lists the tests that failed and then passed.
 * @param {{ assertionResults: { title: string, status: string, failureMessages: string[] }[] }[]} files
 * @returns {string[]}
 */
function unsteadyTests(files) {
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  return tests.filter((one) => one.status === "passed" && one.failureMessages.length > 0).map(({ title }) => title);
}
