import { useLayoutEffect, useRef } from "react";
import { shiftWithin } from "./kept-within.ts";

/** Shows what is wrong with a text being entered, below its field, while it is wrong. */
export function FieldProblem({ id, text }: { readonly id?: string; readonly text: string }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => bringIntoSight(ref.current!), [text]);
  return (
    <p id={id} className="field-problem" role="alert" ref={ref}>
      {text}
    </p>
  );
}

/** At the bottom of its panel it would be below what can be seen. */
function bringIntoSight(element: HTMLElement): void {
  keepInPanel(element);
  element.scrollIntoView({ block: "nearest" });
}

/** Moves something wider than its place sideways, until its panel cuts nothing of it off; at most it is as wide as the panel. */
export function keepInPanel(element: HTMLElement): void {
  const panel = element.closest(PANELS) ?? document.documentElement;
  const left = panel.getBoundingClientRect().left + EDGE;
  // Without its scroll bar.
  const room = panel.clientWidth - 2 * EDGE;
  element.style.translate = "";
  element.style.maxWidth = `min(var(--tip-width), ${room}px)`;
  const shift = shiftWithin(element.getBoundingClientRect(), { left, right: left + room });
  element.style.translate = `${shift}px`;
}

/** Between it and the side of its panel, px. */
const EDGE = 4;
const PANELS = ".panel-body, .tree-list";
