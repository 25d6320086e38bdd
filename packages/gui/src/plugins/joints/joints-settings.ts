import { kept } from "../../client/kept.ts";

/** Whether joints with a controller are given targets; otherwise they are put at positions, as all others are. */
export const sendsTargets = kept("joints.targets", true, (value) => typeof value === "boolean");
