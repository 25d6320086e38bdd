// npm run pack [-- FOLDER]: makes packages for machines without this repository, in dist/packages or the folder.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildGui } from "./build-gui.mjs";
import { stageCommand, stageLibrary } from "./pack/stage.ts";
import { command, node24, root } from "./setup.mjs";

if ((await buildGui()) !== 0) throw new Error("the page cannot be built");
const out = resolve(process.argv[2] ?? join(root, "dist/packages"));
const work = mkdtempSync(join(tmpdir(), "orrery-pack-"));
try {
  const emitted = join(work, "emitted");
  const compile = [command("tsc"), "-p", join(root, "tools/pack/tsconfig.json"), "--outDir", emitted];
  execFileSync(node24, compile, { stdio: "inherit" });
  const libraries = ["msgs", "sim", "plots"].map((name) => stageLibrary(name, emitted, join(work, name)));
  const staged = [...libraries, stageCommand(emitted, libraries, join(work, "command"))];
  mkdirSync(out, { recursive: true });
  for (const old of packagesIn(out)) rmSync(old);
  const npm = ["pack", ...staged, "--pack-destination", out, "--loglevel", "error"];
  execFileSync("npm", npm, { cwd: work, stdio: ["ignore", "ignore", "inherit"] });
  for (const made of packagesIn(out)) process.stdout.write(`${made}\n`);
} finally {
  rmSync(work, { recursive: true });
}

function packagesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => /^orrery-.*\.tgz$/.test(file))
    .map((file) => join(folder, file));
}
