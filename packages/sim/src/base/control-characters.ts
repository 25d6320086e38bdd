/**
 * Characters that control a terminal instead of being printed: C0, DEL and C1 (escape sequences begin with one), and
 * those that change the direction of surrounding text. Also line and paragraph separators, which would end a line in
 * the middle of a text.
 */
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const ALL_CONTROL = new RegExp(CONTROL, "gu");

/** Returns whether a text contains a character that must not be in a name. */
export function hasControl(text: string): boolean {
  return CONTROL.test(text);
}

/** Makes a text safe to print: control characters other than those in `kept` become `\u001b`, as in JSON. */
export function escapeControl(text: string, kept = ""): string {
  return text.replaceAll(ALL_CONTROL, (character) =>
    kept.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Replaces each control character. */
export function replaceControl(text: string, by: string): string {
  return text.replaceAll(ALL_CONTROL, by);
}
