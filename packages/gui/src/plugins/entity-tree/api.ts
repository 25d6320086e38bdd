// The part of this plugin that other plugins may use.

export { nameProblem, whyNoName } from "./rename-rules.ts";
export { nameOf, renameChosen } from "./rename.ts";
