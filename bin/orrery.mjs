#!/usr/bin/env node
// Plain JavaScript for Node 20: installs what is missing, then hands over to Node 24, which runs TypeScript directly.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { exitLike, root, runNode24, setup } from "../tools/setup.mjs";

setup();
const cli = join(root, "packages/server/src/cli.mjs");
if (Number.parseInt(process.versions.node, 10) >= 24) {
  process.argv[1] = cli;
  await import(pathToFileURL(cli).href);
} else {
  exitLike(await runNode24([cli, ...process.argv.slice(2)]));
}
