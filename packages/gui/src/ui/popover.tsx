import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { EDGE_PX, popoverPlace } from "./popover-place.ts";

/** An element that the popover is attached to, or a point of the page. */
export type PopoverAnchor = HTMLElement | { readonly x: number; readonly y: number };

/** The id of the element that contains everything above the page. */
export const OVERLAYS = "overlays";

export interface PopoverProps {
  readonly anchor: PopoverAnchor;
  /** An element around the anchor that the popover must not cover: it opens above or below it. */
  readonly clearOf?: Element | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows content above the page that closes with Escape or a click elsewhere, and gives the focus back. */
export function Popover({ anchor, clearOf = null, onClose, children }: PopoverProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current!;
    const place = (): void => {
      const hung = anchor instanceof HTMLElement ? anchor.getBoundingClientRect() : placeOf(anchor);
      const { top, bottom } = clearOf?.getBoundingClientRect() ?? hung;
      const page = { width: innerWidth, height: innerHeight };
      const gap = clearOf === null ? 0 : EDGE_PX;
      // The anchor stays visible; the rest of a long menu scrolls.
      const room = Math.max(page.height - bottom, top) - gap - EDGE_PX;
      if (anchor instanceof HTMLElement) element.style.maxHeight = `${room}px`;
      const { width, height } = element.getBoundingClientRect();
      const found = popoverPlace({ left: hung.left, top, bottom }, { width, height }, page, gap);
      element.style.left = `${found.left}px`;
      element.style.top = `${found.top}px`;
    };
    place();
    // A message shown in it makes it taller, which could push it over its anchor.
    const resized = new ResizeObserver(place);
    resized.observe(element);
    return () => resized.disconnect();
  }, [anchor, clearOf, children]);
  // Its owner may render again at any time with a new function, which must not move the focus.
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const before = document.activeElement;
    const element = box.current!;
    (element.querySelector<HTMLElement>("input, button:enabled") ?? element).focus();
    const onPointer = (event: PointerEvent): void => {
      const target = event.target as Node;
      if (element.contains(target) || (anchor instanceof HTMLElement && anchor.contains(target))) return;
      close();
    };
    document.addEventListener("pointerdown", onPointer, true);
    return () => {
      document.removeEventListener("pointerdown", onPointer, true);
      if (
        before instanceof HTMLElement &&
        (document.activeElement === document.body || element.contains(document.activeElement))
      ) {
        before.focus();
      }
    };
  }, [anchor]);
  return createPortal(
    <div
      ref={box}
      className="popover"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      {children}
    </div>,
    document.getElementById(OVERLAYS) ?? document.body,
  );
}

function placeOf({ x, y }: { readonly x: number; readonly y: number }) {
  return { left: x, bottom: y, top: y };
}
