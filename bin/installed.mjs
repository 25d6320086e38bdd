#!/usr/bin/env node
// The command `orrery` as installed from a package. Plain JavaScript for Node 20: hands over to Node 24.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { exitLike, runNode } from "../tools/run-node.mjs";

const cli = fileURLToPath(new URL("../packages/server/src/cli.mjs", import.meta.url));
if (Number.parseInt(process.versions.node, 10) >= 24) {
  process.argv[1] = cli;
  await import(pathToFileURL(cli).href);
} else {
  const newer = node24();
  if (newer !== undefined) exitLike(await runNode(newer, [cli, ...process.argv.slice(2)]));
  else {
    process.stderr.write(
      `orrery: needs Node 24 or later, and this is Node ${process.versions.node}.\n` +
        "Install Node 24, or install orrery again with its optional dependencies, which hold Node 24 for Linux.\n",
    );
    process.exitCode = 1;
  }
}

/** Returns the Node that comes as an optional dependency, for this kind of machine. */
function node24() {
  try {
    const name = `node-${process.platform}-${process.arch}/package.json`;
    const node = join(dirname(createRequire(import.meta.url).resolve(name)), "bin/node");
    return existsSync(node) ? node : undefined;
  } catch {
    return undefined;
  }
}
