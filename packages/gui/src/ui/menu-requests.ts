import { useCallback, useLayoutEffect, useRef } from "react";

/** Somebody wants a menu: by the right button, by the menu key, or by a resting finger. */
export interface MenuRequest {
  /** Place on the page, in pixels; 0 and 0 if it came from a key. */
  readonly x: number;
  readonly y: number;
  readonly isByKey: boolean;
  readonly target: Element;
}

/** Opens a menu. Returns whether it did; otherwise elements around are asked. */
export type MenuOpener = (request: MenuRequest) => boolean;

/** Opens a menu of its own for an element and all that is in it, instead of the browser's. */
export function opensMenus(element: HTMLElement, open: MenuOpener): Disposable {
  const onContextMenu = (event: MouseEvent): void => {
    const { clientX: x, clientY: y, target } = event;
    if (event.defaultPrevented || !(target instanceof Element)) return;
    if (open({ x, y, isByKey: x === 0 && y === 0, target })) event.preventDefault();
  };
  element.addEventListener("contextmenu", onContextMenu);
  openers.set(element, open);
  return {
    [Symbol.dispose]: () => {
      element.removeEventListener("contextmenu", onContextMenu);
      openers.delete(element);
    },
  };
}

/** Asks for a menu at a place where a finger rests. Returns whether one was opened. */
export function askForMenu(target: Element, { x, y }: { readonly x: number; readonly y: number }): boolean {
  for (let at: Element | null = target; at !== null; at = at.parentElement) {
    if (openers.get(at)?.({ x, y, isByKey: false, target }) === true) return true;
  }
  return false;
}

/** Returns the `ref` of an element that opens menus. */
export function useOpensMenus(open: MenuOpener): (element: HTMLElement | null) => (() => void) | undefined {
  const latest = useRef(open);
  useLayoutEffect(() => {
    latest.current = open;
  });
  return useCallback((element) => {
    if (element === null) return undefined;
    const opening = opensMenus(element, (request) => latest.current(request));
    return () => opening[Symbol.dispose]();
  }, []);
}

const openers = new WeakMap<Element, MenuOpener>();
