import { useLayoutEffect, useRef } from "react";
import { shiftWithin } from "./kept-within.ts";

/** What is wrong with what is being entered: below its field, as long as it is. */
export function FieldProblem({ id, text }: { readonly id?: string; readonly text: string }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => bringIntoSight(ref.current!), [text]);
  return (
    <p id={id} className="field-problem" role="alert" ref={ref}>
      {text}
    </p>
  );
}

/** Its panel would cut off what is beyond its sides; at the bottom it would be below what can be seen. */
function bringIntoSight(element: HTMLElement): void {
  const panel = element.closest(PANELS) ?? document.documentElement;
  const { left } = panel.getBoundingClientRect();
  element.style.translate = "";
  // Without its scroll bar.
  const shift = shiftWithin(element.getBoundingClientRect(), { left, right: left + panel.clientWidth });
  element.style.translate = `${shift}px`;
  element.scrollIntoView({ block: "nearest" });
}

const PANELS = ".panel-body, .tree-list";
