// npm start [-- WORLD] [OPTION…]: installs and builds what is missing, then runs a world.
import { join } from "node:path";
import { buildGui } from "./build-gui.mjs";
import { exitLike, root, runNode24, setup } from "./setup.mjs";

setup();
const built = await buildGui();
if (built === 0) {
  const given = process.argv.slice(2);
  const world = given[0] === undefined || given[0].startsWith("-") ? [join(root, "worlds/shapes.sdf")] : [];
  exitLike(await runNode24([join(root, "packages/server/src/cli.ts"), "run", ...world, ...given]));
} else {
  process.exitCode = built;
}
