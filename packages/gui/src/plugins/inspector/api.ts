// The part of this plugin that other plugins may use.

export { fromAngles, inAngles, type AngleUnit } from "./fields/angles.ts";
export { angleUnit } from "./inspector-settings.ts";
