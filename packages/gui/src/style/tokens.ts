/**
 * Returns the current value of a token of the page: a colour, a length, a list of fonts. Reads it where tokens are
 * declared, because an element outside the page, such as one in a hidden panel, has no values.
 */
export function readToken(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Returns a length of the page in pixels. */
export function readPixels(name: string): number {
  return Number.parseFloat(readToken(name));
}

/** Calls the listener when the page's colours have changed, because of the user or the system. */
export function onThemeChange(listener: () => void): Disposable {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  const media = matchMedia("(prefers-color-scheme: light)");
  media.addEventListener("change", listener);
  return {
    [Symbol.dispose]: () => {
      observer.disconnect();
      media.removeEventListener("change", listener);
    },
  };
}
