// What other plugins may use of this one.

export { nameProblem, whyNoName } from "./rename-rules.ts";
export { nameOf, renameChosen } from "./rename.ts";
