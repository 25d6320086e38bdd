import { join } from "node:path";
import { root } from "../e2e/orrery-process.ts";

/** Files of Gazebo and SDFormat, with the reference's result for each. Located beside the checkout, if available. */
export const set = join(root, "../shared/conformance");

/** Where the reference looked for models, by the repository of a file. */
export const ORIGINS: Readonly<Record<string, readonly string[]>> = {
  "gz-sim": ["gz-sim/test-worlds/models", "gz-sim/test-worlds", "gz-sim/worlds"],
  sdformat: [
    "sdformat/integration/model",
    "sdformat/integration/model/nested_include",
    "sdformat/integration",
    "sdformat/sdf",
  ],
};
