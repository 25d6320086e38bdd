import { kept } from "../../client/kept.ts";
import type { AngleUnit } from "./fields/angles.ts";

export const angleUnit = kept<AngleUnit>("inspector.angles", "deg", (value) => value === "deg" || value === "rad");

export const showsQuaternion = kept("inspector.quaternion", false, (value) => typeof value === "boolean");

/** Titles of the folded groups. */
export const foldedGroups = kept<readonly string[]>(
  "inspector.folded",
  [],
  (value) => Array.isArray(value) && value.every((title) => typeof title === "string"),
);
