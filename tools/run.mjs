// Runs a TypeScript file or a command of node_modules/.bin under Node 24: node tools/run.mjs FILE [ARGUMENT…]
import { exitLike, runNode24, setup } from "./setup.mjs";

setup();
exitLike(await runNode24(process.argv.slice(2)));
