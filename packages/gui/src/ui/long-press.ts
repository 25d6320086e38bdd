import { askForMenu } from "./menu-requests.ts";

/** How long a finger must rest, in milliseconds. */
export const LONG_PRESS_MS = 500;
/** Pixels by which a resting finger may move. */
const SHAKE = 10;

/**
 * Opens the menu of whatever a finger rests on. If it has none, calls `onRest`, which returns whether it did something.
 * The click after a handled long press is dropped.
 */
export function longPresses(page: Document, onRest: (at: Element) => boolean): Disposable {
  const listening = new AbortController();
  let resting: { readonly event: PointerEvent; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  let isAnswered = false;
  const on = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void) =>
    page.addEventListener(name, listener, { signal: listening.signal, capture: true });
  const stop = (): void => {
    clearTimeout(resting?.timer);
    resting = undefined;
  };
  const rest = ({ target, clientX, clientY }: PointerEvent): void => {
    stop();
    if (!(target instanceof Element)) return;
    isAnswered = askForMenu(target, { x: clientX, y: clientY }) || onRest(target);
  };
  on("pointerdown", (event) => {
    stop();
    isAnswered = false;
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    resting = { event, timer: setTimeout(() => rest(event), LONG_PRESS_MS) };
  });
  on("pointermove", ({ clientX, clientY }) => {
    if (resting === undefined) return;
    if (Math.hypot(clientX - resting.event.clientX, clientY - resting.event.clientY) > SHAKE) stop();
  });
  on("pointerup", stop);
  on("pointercancel", stop);
  on("contextmenu", (event) => {
    // Browsers select the text under a resting finger.
    if (!event.isTrusted || (resting === undefined && !isAnswered) || isText(event.target)) return;
    event.preventDefault();
    if (resting !== undefined) rest(resting.event);
    if (isAnswered) event.stopPropagation();
  });
  on("click", (event) => {
    if (!isAnswered || !event.isTrusted) return;
    isAnswered = false;
    event.preventDefault();
    event.stopPropagation();
  });
  return {
    [Symbol.dispose]: () => {
      stop();
      listening.abort();
    },
  };
}

function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
