import { useLayoutEffect, useRef } from "react";
import { shiftWithin } from "./kept-within.ts";

/** Shows what is wrong with a text being entered, below its field. */
export function FieldProblem({ id, text }: { readonly id?: string; readonly text: string }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => bringIntoSight(ref.current!), [text]);
  return (
    <p id={id} className="field-problem" role="alert" ref={ref}>
      {text}
    </p>
  );
}

/** Scrolls to the message, which may be out of sight at the bottom of its panel. */
function bringIntoSight(element: HTMLElement): void {
  keepInPanel(element);
  element.scrollIntoView({ block: "nearest" });
}

/**
 * Moves something wider than its place sideways until its panel does not cut it off, and makes it at most as wide as
 * the panel.
 */
export function keepInPanel(element: HTMLElement): void {
  const panel = element.closest(PANELS) ?? document.documentElement;
  const left = panel.getBoundingClientRect().left + EDGE;
  // Without the panel's scroll bar.
  const room = panel.clientWidth - 2 * EDGE;
  element.style.translate = "";
  element.style.maxWidth = `min(var(--tip-width), ${room}px)`;
  const shift = shiftWithin(element.getBoundingClientRect(), { left, right: left + room });
  element.style.translate = `${shift}px`;
}

/** Pixels between it and the side of its panel. */
const EDGE = 4;
const PANELS = ".panel-body, .tree-list";
