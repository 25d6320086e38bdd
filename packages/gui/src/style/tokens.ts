/**
 * Returns what a token of the page is worth now: a colour, a length, a list of fonts. It is read where tokens are declared, because
 * an element that is not in the page, such as that of a panel behind another, has no values at all.
 */
export function readToken(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Returns a length of the page in pixels. */
export function readPixels(name: string): number {
  return Number.parseFloat(readToken(name));
}

/** Calls back when the page's colours have changed, by the user's choice or the system's. */
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
