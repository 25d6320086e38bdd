/** The description of a reset in the history, unless its request has its own. */
export const resetDescriptions = {
  all: "Reset everything",
  time: "Reset the clock",
  models: "Reset all but the clock",
} as const;
