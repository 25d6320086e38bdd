/** What a reset is called in the history, unless its request says otherwise. */
export const resetDescriptions = {
  all: "Reset everything",
  time: "Reset the clock",
  models: "Reset all but the clock",
} as const;
