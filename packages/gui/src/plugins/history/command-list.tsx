import { useRef, useState, type KeyboardEvent } from "react";
import { useTold } from "../../shell/hooks.ts";
import { Popover } from "../../ui/popover.tsx";
import { AuthorDot } from "./author-dot.tsx";
import { useUndoControl } from "./control-of.ts";
import { authorText } from "./jump-words.ts";
import type { Mark } from "./past.ts";
import { timeText } from "./time-text.ts";
import { jumpHint, type Way } from "./undo-words.ts";

export interface CommandListProps {
  readonly way: Way;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/** Commands in the order in which they would be undone or redone; one that is chosen takes those before it along. */
export function CommandList({ way, anchor, onClose }: CommandListProps) {
  const control = useUndoControl();
  const marks = useTold(control.changes, () => control.past?.[way]) ?? NONE;
  const [upTo, setUpTo] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const shown = marks.slice(0, MOST_SHOWN);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
  };
  return (
    <Popover anchor={anchor} onClose={onClose}>
      <div className="command-list">
        <div
          ref={list}
          className="command-rows"
          role="menu"
          aria-label={way === "undo" ? "Undo" : "Redo"}
          onKeyDown={onKeyDown}
        >
          {shown.map((mark, i) => (
            <button
              key={mark.id}
              type="button"
              role="menuitem"
              className={i <= upTo ? "command-row included" : "command-row"}
              title={mark.description}
              onPointerEnter={() => setUpTo(i)}
              onFocus={() => setUpTo(i)}
              onClick={() => {
                onClose();
                void control.jump(way, mark.id);
              }}
            >
              <AuthorDot author={mark.author} />
              <span className="command-what">{mark.description}</span>
              <span className="muted command-who">{authorText(mark, control.authors.isOwn(mark.author))}</span>
              <span className="muted figure command-when">{timeText(mark.timeNs, 1)}</span>
            </button>
          ))}
        </div>
        <footer className="muted" aria-live="polite">
          <span>{jumpHint(way, Math.min(upTo, shown.length - 1) + 1)}</span>
          {marks.length > MOST_SHOWN && <span>{marks.length - MOST_SHOWN} more on the timeline</span>}
        </footer>
      </div>
    </Popover>
  );
}

const NONE: readonly Mark[] = [];
const MOST_SHOWN = 100;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -MOST_SHOWN, End: MOST_SHOWN };
