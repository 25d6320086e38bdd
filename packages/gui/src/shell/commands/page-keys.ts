import type { App } from "../app.ts";
import { FocusOrigin } from "../focus-origin.ts";
import { isBehindDialog, isFieldsOwn, isTyping, keysOf } from "../../ui/keys.ts";
import { isPanelKey } from "../dock/panel-focus.ts";
import { MiddleButton } from "./middle-button.ts";

type PageParts = Pick<App, "commands" | "keys" | "worlds" | "inWorld">;

/**
 * Offers keys first to whatever has something in hand, then to the page's commands, except keys that a field or a
 * focused control uses. The space bar goes to the world even if a click has put the focus on a control, a tab or a row;
 * it is left to these only if the focus came there by keyboard.
 */
export function listenForKeys({ commands, keys, worlds, inWorld }: PageParts): Disposable {
  const parts = new DisposableStack();
  const origin = parts.use(new FocusOrigin(document));
  const listening = new AbortController();
  parts.defer(() => listening.abort());
  const { signal } = listening;
  /** Whether the space bar is down and has already acted. */
  let isSpaceTaken = false;

  const middle = new MiddleButton();
  // Runs before the focused element gets the key.
  const onKeyFirst = (event: KeyboardEvent): void => {
    middle.noteKey();
    if (keys.offer(event)) return consume(event);
    if (event.key !== " " || isBehindDialog()) return;
    if (event.repeat) {
      // While held down, the key would run and pause the world over and over.
      if (isSpaceTaken) consume(event);
      return;
    }
    isSpaceTaken = origin.isByPointer && keysOf(event) === "Space" && !isTyped(event) && commands.press(event);
    if (isSpaceTaken) consume(event);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (isBehindDialog() || event.defaultPrevented) return;
    const isPagesKey =
      (event.ctrlKey || event.metaKey || event.key === "Escape" || isPanelKey(event)) && !isFieldsOwn(event);
    if (isTyping(event) && !isPagesKey) return;
    const isSpace = event.key === " ";
    if ((isSpace || event.key === "Enter") && isControl(event.target)) return;
    if (!commands.press(event)) return;
    isSpaceTaken ||= isSpace;
    event.preventDefault();
  };
  const onKeyUpFirst = (event: KeyboardEvent): void => void (keys.offer(event) && consume(event));
  const onKeyUp = (event: KeyboardEvent): void => {
    if (event.key !== " " || !isSpaceTaken) return;
    isSpaceTaken = false;
    // Firefox clicks a button on release of the space bar, even if the press was handled here.
    event.preventDefault();
  };
  // The browser hands over what Ctrl+V pastes without asking the user for permission.
  const onPaste = (event: ClipboardEvent): void => {
    if (middle.hasMade(event) || isPastedIntoField(event)) return;
    const text = event.clipboardData?.getData("text/plain");
    if (inWorld(worlds.focus.current).offers.pastes.offer(text)) event.preventDefault();
  };
  for (const type of BUTTON_EVENTS) {
    document.addEventListener(type, (event) => middle.noteButton(event), { signal, capture: true });
  }
  document.addEventListener("paste", onPaste, { signal });
  document.addEventListener("keydown", onKeyFirst, { signal, capture: true });
  document.addEventListener("keydown", onKey, { signal });
  document.addEventListener("keyup", onKeyUpFirst, { signal, capture: true });
  document.addEventListener("keyup", onKeyUp, { signal });
  return parts;
}

function consume(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function isPastedIntoField({ target }: ClipboardEvent): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, [contenteditable], dialog") !== null;
}

/** Returns whether the space is being typed as text. */
function isTyped(event: KeyboardEvent): boolean {
  return isTyping(event) && !(event.target instanceof HTMLSelectElement);
}

/** Returns whether the space bar and Enter click the element. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches(CONTROLS);
}

const BUTTON_EVENTS = ["pointerdown", "pointerup", "mousedown", "mouseup", "auxclick"] as const;

const CONTROLS = [
  "button",
  "select",
  "summary",
  "a[href]",
  "input[type=checkbox]",
  "input[type=radio]",
  "input[type=button]",
  "[role=button]",
  "[role=switch]",
  "[role=checkbox]",
  "[role=tab]",
].join();
