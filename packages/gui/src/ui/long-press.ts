/** Milliseconds that a finger rests. */
export const LONG_PRESS_MS = 500;
/** Pixels: a finger that rests shakes by as much. */
const SHAKE = 10;

/**
 * Makes a context menu event of a finger that rests on the page, for browsers that make none. Where nobody answers it,
 * `onRest` is asked, and says whether it did something. The click that would follow an answered press is dropped.
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
    const asked = new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX, clientY, button: 2 });
    isAnswered = !target.dispatchEvent(asked) || onRest(target);
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
    // Text that a finger rests on is marked by the browser.
    if (!event.isTrusted || (resting === undefined && !isAnswered) || isText(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    if (resting !== undefined) rest(resting.event);
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
