import { useCallback, useState } from "react";

/**
 * Returns whether an element is visible: its panel is in front, and so is the page. Periodic requests stop while it is
 * not.
 */
export function useOnScreen(): [ref: (element: Element | null) => (() => void) | undefined, isOnScreen: boolean] {
  const [isOnScreen, setOnScreen] = useState(false);
  const ref = useCallback((element: Element | null) => {
    if (element === null) return undefined;
    let isInside = false;
    const look = (): void => setOnScreen(isInside && document.visibilityState === "visible");
    const observer = new IntersectionObserver((entries) => {
      isInside = entries.at(-1)!.isIntersecting;
      look();
    });
    observer.observe(element);
    document.addEventListener("visibilitychange", look);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
      setOnScreen(false);
    };
  }, []);
  return [ref, isOnScreen];
}
