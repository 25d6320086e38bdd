const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Returns the pressed key in the form of commands: `Ctrl+Shift+Z`, `.`, `Space`. */
export function keysOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const plain = NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  // With Alt, a Mac types different letters; a digit of the number pad is a key for a view, with or without NumLock.
  const name =
    altKey && /^Key[A-Z]$/.test(code) ? code.slice(3) : /^Numpad\d$/.test(code) ? `Num${code.slice(6)}` : plain;
  // A symbol typed with Shift counts as a key of its own: `?`, not `Shift+?`.
  const isLetter = /^[A-Z]$/.test(name) || name.length > 1;
  const parts = [isMac ? metaKey : ctrlKey, altKey, shiftKey && isLetter];
  return [...["Ctrl", "Alt", "Shift"].filter((_, i) => parts[i]), name].join("+");
}

/** Formats keys for people: `⌘K` on a Mac. */
export function keysText(keys: string): string {
  if (!isMac) return keys;
  return keys.replace("Ctrl+", "⌘").replace("Alt+", "⌥").replace("Shift+", "⇧");
}

/** Returns whether the key belongs to a text field that has the focus. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "range", "button"].includes(target.type);
}

/** Returns whether a dialog is open over the page. A dialog gets all keys; nothing behind it may react to them. */
export function isBehindDialog(): boolean {
  return document.querySelector("dialog:modal") !== null;
}

/** Returns whether a text field handles the key itself: undo, copy, paste. */
export function isFieldsOwn(event: KeyboardEvent): boolean {
  return /^Ctrl\+(Shift\+Z|[ACVXYZ])$/.test(keysOf(event));
}

const NAMES: Readonly<Record<string, string>> = {
  " ": "Space",
  ArrowLeft: "Left",
  ArrowRight: "Right",
  ArrowUp: "Up",
  ArrowDown: "Down",
  Esc: "Escape",
};
