import { kept } from "../../client/kept.ts";

/** Whether joints with a controller are sent targets; otherwise they are moved to positions like all others. */
export const sendsTargets = kept("joints.targets", true, (value) => typeof value === "boolean");
