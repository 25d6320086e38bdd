import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { command, node24, root } from "./setup.mjs";

/**
 * @typedef {{ name: string, args: string[] }} Stage What Node 24 is given; status 0 is success.
 */

/** Lists all stages except the tests, cheapest to read first. @returns {Stage[]} */
export function checkStages() {
  const stages = [
    { name: "types", args: [command("tsc"), "-b"] },
    { name: "lint", args: [command("oxlint"), "--deny-warnings"] },
    { name: "format", args: [command("oxfmt"), "--check"] },
    { name: "layers", args: ["tools/check-layers.ts"] },
    { name: "sizes", args: ["tools/check-sizes.ts"] },
    // Reads the compiler's output.
    { name: "api", args: ["tools/api-report.ts", "--check"] },
    { name: "spec", args: ["tools/check-spec.ts"] },
    { name: "paths", args: ["tools/check-paths.ts"] },
    { name: "words", args: ["tools/check-words.ts"] },
    { name: "regexps", args: ["tools/check-regexps.ts"] },
  ];
  if (existsSync(join(root, "tools/gen-msgs.ts"))) stages.push({ name: "gen", args: ["tools/gen-msgs.ts", "--check"] });
  return stages;
}

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Stage}
 */
export function testStage(name, args) {
  return { name, args: [command("vitest"), "run", ...args] };
}

/**
 * Runs a stage and prints its name and time. `show` says when its output is wanted: "always" as it comes, "failed"
 * only when it fails, so that stages side by side do not mix theirs.
 * @param {Stage} stage
 * @param {{ show: "always" | "failed" }} options
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function runStage({ name, args }, { show }) {
  const started = performance.now();
  // Tools that start `node` themselves must get Node 24 too.
  const env = {
    ...process.env,
    ...(show === "failed" ? { NO_COLOR: "1" } : {}),
    PATH: `${dirname(node24)}${delimiter}${process.env.PATH ?? ""}`,
  };
  const child = spawn(node24, args, {
    cwd: root,
    env,
    stdio: show === "always" ? "inherit" : ["ignore", "pipe", "pipe"],
  });
  /** @type {Buffer[]} */
  const output = [];
  child.stdout?.on("data", (data) => output.push(data));
  child.stderr?.on("data", (data) => output.push(data));
  const status = await new Promise((resolve) => {
    child.on("error", () => resolve(1));
    child.on("close", resolve);
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (status !== 0) process.stdout.write(Buffer.concat(output));
  process.stdout.write(`${status === 0 ? "ok    " : "FAILED"} ${name.padEnd(8)} ${seconds.padStart(6)} s\n`);
  return status === 0;
}

/**
 * Runs stages two at a time, beginning with the first ones. Shows the output of those that fail.
 * @param {readonly Stage[]} stages
 * @returns {Promise<string[]>} the names of the failed ones
 */
export async function runStages(stages) {
  const waiting = [...stages];
  /** @type {string[]} */
  const failed = [];
  const work = async () => {
    for (let stage = waiting.shift(); stage !== undefined; stage = waiting.shift()) {
      if (!(await runStage(stage, { show: "failed" }))) failed.push(stage.name);
    }
  };
  await Promise.all([work(), work()]);
  return failed;
}
