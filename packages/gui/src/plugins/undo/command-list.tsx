import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useApp, useTold, useValue } from "../../shell/hooks.ts";
import { CutName } from "../../ui/cut-name.tsx";
import { Popover } from "../../ui/popover.tsx";
import { AuthorDot } from "./author-dot.tsx";
import { useUndoControl } from "./control-of.ts";
import { authorText } from "./jump-words.ts";
import { timeText } from "../../ui/numbers/time-text.ts";
import { jumpHint, waitsText, withdrawHint, type Way } from "./undo-words.ts";
import { tip } from "../../ui/tip.ts";

export interface CommandListProps {
  readonly way: Way;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/**
 * Lists commands in the order in which they would be undone or redone; choosing one includes those before it. Above
 * them are one's own waiting edits, which are withdrawn in the same way, without the commands.
 */
export function CommandList({ way, anchor, onClose }: CommandListProps) {
  const control = useUndoControl();
  const marks = useTold(control.changes, () => control.listed(way));
  const entries = useValue(useApp().view.editing.queue.entries);
  const waiting = way === "undo" ? entries.filter(({ isOwn }) => isOwn).toReversed() : [];
  const [upTo, setUpTo] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const shown = marks.slice(0, MAX_SHOWN);
  const lastEdit = waiting.findIndex(({ id }) => id === upTo);
  const lastMark = shown.findIndex(({ id }) => id === upTo);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
  };
  const rowOf = (id: string, isIncluded: boolean, choose: () => void) => ({
    isIncluded,
    onPoint: () => setUpTo(id),
    onChoose: () => {
      onClose();
      choose();
    },
  });
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
          {waiting.map((entry, i) => (
            <CommandRow
              key={entry.id}
              what={waitsText(entry)}
              {...rowOf(entry.id, i <= lastEdit, () => control.withdraw(entry.id))}
            >
              <span className="author-dot hollow" aria-hidden="true" />
            </CommandRow>
          ))}
          {shown.map((mark, i) => (
            <CommandRow
              key={mark.id}
              what={mark.description}
              who={authorText(mark, control.authors.isOwn(mark.author))}
              when={timeText(mark.timeNs, 1)}
              {...rowOf(mark.id, i <= lastMark, () => void control.jump(way, mark.id))}
            >
              <AuthorDot author={mark.author} />
            </CommandRow>
          ))}
        </div>
        <footer className="muted" aria-live="polite">
          <span>{lastEdit >= 0 ? withdrawHint(lastEdit + 1) : jumpHint(way, Math.max(0, lastMark) + 1)}</span>
          {marks.length > MAX_SHOWN && <span>{marks.length - MAX_SHOWN} more on the timeline</span>}
        </footer>
      </div>
    </Popover>
  );
}

interface CommandRowProps {
  readonly what: string;
  readonly who?: string;
  readonly when?: string;
  /** Whether the command is included with the one under the pointer. */
  readonly isIncluded: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
  /** The author's dot. */
  readonly children: ReactNode;
}

function CommandRow({ what, who = "", when = "", isIncluded, onPoint, onChoose, children }: CommandRowProps) {
  return (
    <button
      type="button"
      role="menuitem"
      className={isIncluded ? "command-row included" : "command-row"}
      {...tip(what)}
      onPointerEnter={onPoint}
      onFocus={onPoint}
      onClick={onChoose}
    >
      {children}
      <span className="command-what">
        <CutName text={what} />
      </span>
      <span className="muted command-who">{who}</span>
      <span className="muted figure command-when">{when}</span>
    </button>
  );
}

const MAX_SHOWN = 100;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -MAX_SHOWN, End: MAX_SHOWN };
