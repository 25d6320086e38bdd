// npm run soak: the random and load tests, ten times as long as in npm test. Those that judge figures run first, each
// alone.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { command, exitLike, root, runNode24, setup } from "./setup.mjs";

const ALONE = [join("tests", "hostile.test.ts")];

setup({ browser: true });
const files = ["packages", "tests"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file))
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes("node_modules"))
    .filter((file) => /\bsoak\(/.test(readFileSync(join(root, file), "utf8"))),
);
if (files.length === 0) {
  process.stdout.write("no test uses soak()\n");
} else {
  const env = { ...process.env, ORRERY_SOAK: "1" };
  const rest = files.filter((file) => !ALONE.includes(file));
  const rounds = [...files.filter((file) => ALONE.includes(file)).map((file) => [file]), rest];
  const ends = [];
  for (const round of rounds.filter(({ length }) => length > 0)) {
    const args = [command("vitest"), "run", "--testTimeout", "600000", ...round, ...process.argv.slice(2)];
    const end = await runNode24(args, { cwd: root, env });
    ends.push(end);
    // Failing tests give 1; anything else is Ctrl-C, or vitest itself.
    if (end.status !== 0 && end.status !== 1) break;
  }
  exitLike(ends.find(({ status }) => status !== 0) ?? { status: 0, signal: null });
}
