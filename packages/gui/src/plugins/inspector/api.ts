// What other plugins may use of this one.

export { fromAngles, inAngles, type AngleUnit } from "./fields/angles.ts";
export { angleUnit } from "./inspector-settings.ts";
