// npm run soak: the random and load tests, ten times as long as in npm test.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { command, exitLike, root, runNode24, setup } from "./setup.mjs";

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
  const args = [command("vitest"), "run", "--testTimeout", "600000", ...files, ...process.argv.slice(2)];
  exitLike(await runNode24(args, { cwd: root, env }));
}
