/** Returns whether the page is used with fingers: hints speak of taps then, not of clicks and keys. */
export function isTouch(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

/** Returns how hints call a press: "Click a model", or "Tap a model". */
export function pressWord(): "Click" | "Tap" {
  return isTouch() ? "Tap" : "Click";
}
