// npm start [-- WORLD] [OPTION…]: installs and builds what is missing, then runs a world, on PORT if that is set.
import { join } from "node:path";
import { buildGui } from "./build-gui.mjs";
import { exitLike, root, runNode24, setup } from "./setup.mjs";
import { startArguments } from "./start-arguments.mjs";

setup();
const built = await buildGui();
if (built === 0) {
  const given = startArguments(process.argv.slice(2), process.env, root);
  exitLike(await runNode24([join(root, "packages/server/src/cli.mjs"), "run", ...given]));
} else {
  process.exitCode = built;
}
