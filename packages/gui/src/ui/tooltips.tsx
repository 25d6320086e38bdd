import { use, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { FirstKeysContext } from "./first-keys.ts";
import { keysText } from "./keys.ts";
import { EDGE_PX, popoverPlace } from "./popover-place.ts";
import { TipWatch } from "./tip-watch.ts";
import { tipWords, type TipWords } from "./tip.ts";

/** Pixels between a tooltip and its element. */
const GAP = 6;

/** Shows the page's only tooltip, for the element under the pointer, the focus or a resting finger. */
export function Tooltips() {
  const [{ target, turn }, setShown] = useState<Shown>({ target: undefined, turn: 0 });
  const keys = use(FirstKeysContext);
  const show = useCallback(
    (next: HTMLElement | undefined) => setShown((before) => ({ target: next, turn: before.turn + 1 })),
    [],
  );
  useEffect(() => {
    if (keys === undefined) return undefined;
    const watch = new TipWatch(document, { keys, show });
    return () => watch[Symbol.dispose]();
  }, [keys, show]);
  return target === undefined ? null : <Tooltip key={turn} target={target} onGone={show} />;
}

interface Shown {
  readonly target: HTMLElement | undefined;
  /** Numbers the tooltips, so that each starts with its own text. */
  readonly turn: number;
}

interface TooltipProps {
  readonly target: HTMLElement;
  readonly onGone: (next: undefined) => void;
}

function Tooltip({ target, onGone }: TooltipProps) {
  const [words, setWords] = useState(() => tipWords(target));
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    // The text may change while it is shown: "Run" becomes "Pause".
    const changed = new MutationObserver(() => setWords(tipWords(target)));
    changed.observe(target, { attributeFilter: ["data-tip", "data-tip-keys"] });
    const before = target.getAttribute("aria-describedby");
    target.setAttribute("aria-describedby", before === null ? id : `${before} ${id}`);
    return () => {
      changed.disconnect();
      if (before === null) target.removeAttribute("aria-describedby");
      else target.setAttribute("aria-describedby", before);
    };
  }, [target, id]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    // In the layer above menus and dialogs.
    element.showPopover();
    // An element that leaves the page no longer has a size.
    const watched = new ResizeObserver(() => (target.isConnected ? place(element, target) : onGone(undefined)));
    watched.observe(target);
    place(element, target);
    return () => watched.disconnect();
  }, [target, words, onGone]);
  if (words === undefined) return null;
  return (
    <div ref={box} id={id} role="tooltip" popover="manual" className="tooltip">
      <TipText {...words} />
    </div>
  );
}

function TipText({ title, details, keys }: TipWords) {
  return (
    <>
      <p className="tooltip-title">
        <span>{title}</span>
        {keys.map((each) => (
          <kbd key={each}>{keysText(each)}</kbd>
        ))}
      </p>
      {details.map((line) => (
        <p key={line} className="tooltip-detail">
          {line}
        </p>
      ))}
    </>
  );
}

/** Places the tooltip centred below its element or above it, or at the start of a long row. */
function place(element: HTMLElement, target: HTMLElement): void {
  const { left, top, bottom, width: room } = target.getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  const start = room > width ? left : left + (room - width) / 2;
  const page = { width: innerWidth, height: innerHeight };
  const found = popoverPlace({ left: Math.max(EDGE_PX, start), top, bottom }, { width, height }, page, GAP);
  element.style.left = `${found.left}px`;
  element.style.top = `${found.top}px`;
}
