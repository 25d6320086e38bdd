const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Returns the pressed key in the form of commands: `Ctrl+Shift+Z`, `.`, `Space`. */
export function keysOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const plain = NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  // With Alt, a Mac types different letters; a digit of the number pad is a view's key, with or without NumLock.
  const name =
    altKey && /^Key[A-Z]$/.test(code) ? code.slice(3) : /^Numpad\d$/.test(code) ? `Num${code.slice(6)}` : plain;
  // A character typed with Shift counts as its own key: `?`, not `Shift+?`.
  const isLetter = /^[A-Z]$/.test(name) || name.length > 1;
  const parts = [isMac ? metaKey : ctrlKey, altKey, shiftKey && isLetter];
  return [...["Ctrl", "Alt", "Shift"].filter((_, i) => parts[i]), name].join("+");
}

/** Returns keys as text for people: `⌘K` on a Mac. */
export function keysText(keys: string): string {
  if (!isMac) return keys;
  return keys.replace("Ctrl+", "⌘").replace("Alt+", "⌥").replace("Shift+", "⇧");
}

/** Returns whether the key belongs to a field that is being typed in. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "range", "button"].includes(target.type);
}

/** Returns whether a dialog is over the page, which then gets all keys; nothing behind it may act on them. */
export function isBehindDialog(): boolean {
  return document.querySelector("dialog:modal") !== null;
}

/** Returns whether the field being typed in handles the key itself: undo, copy, paste. */
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
