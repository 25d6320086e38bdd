import type { SystemDefinition } from "../runner/system.ts";
import physics from "./physics.ts";

/** The systems that come with Orrery. */
export const builtInSystems: readonly SystemDefinition[] = [physics];
