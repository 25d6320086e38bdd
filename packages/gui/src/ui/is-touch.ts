/** Returns whether the page is used with fingers: hints then mention taps instead of clicks and keys. */
export function isTouch(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

/** Returns the word for a click in hints: "Click a model", or "Tap a model". */
export function pressWord(): "Click" | "Tap" {
  return isTouch() ? "Tap" : "Click";
}
