// What other plugins may use of this one.

export { nameProblem, whyNoName } from "./rename-rules.ts";
export { renameChosen } from "./rename.ts";
