// npm run pack [-- FOLDER]: packages that can be installed on machines without this repository, as files in dist/packages.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
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
  const libraries = ["msgs", "sim"].map((name) => stageLibrary(name, emitted, join(work, name)));
  const staged = [...libraries, stageCommand(emitted, libraries, join(work, "command"))];
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  for (const folder of staged) process.stdout.write(`${join(out, tarball(folder))}\n`);
} finally {
  rmSync(work, { recursive: true });
}

/** Makes the file that can be installed of a folder, and tells its name. */
function tarball(folder: string): string {
  const args = ["pack", folder, "--pack-destination", out, "--json", "--loglevel", "error"];
  const said = JSON.parse(execFileSync("npm", args, { cwd: work, encoding: "utf8" })) as readonly {
    filename: string;
  }[];
  return said[0]!.filename;
}
