import { ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import { useTold } from "../../shell/hooks.ts";
import { useIsLog } from "../../shell/use-may-edit.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { useOpensMenus } from "../../ui/menu-requests.ts";
import { CommandList } from "./command-list.tsx";
import { useUndoControl } from "./control-of.ts";
import { UNDO_ICONS, UNDO_KEYS } from "./undo-commands.ts";
import { hintOf, type Way } from "./undo-words.ts";
import { tip } from "../../ui/tip.ts";

/** Shows undo and redo in the bar at the top. */
export function UndoBar() {
  if (useIsLog()) return null;
  return (
    <div className="controls undo-controls" role="toolbar" aria-label="Undo and redo">
      <UndoButton way="undo" />
      <UndoButton way="redo" />
    </div>
  );
}

/** Shows a button: a click acts, while a long press, the arrow or the arrow key opens the list. */
function UndoButton({ way }: { readonly way: Way }) {
  const control = useUndoControl();
  const hint = useTold(control.changes, () => hintOf(way, control.next(way)));
  const isEnabled = useTold(control.changes, () => control.next(way).kind !== "none");
  const count = useTold(
    control.changes,
    () => control.listed(way).length + (way === "undo" ? control.waiting.length : 0),
  );
  const [isOpen, setOpen] = useState(false);
  const split = useRef<HTMLDivElement>(null);
  const hold = useRef<{ timer: number; isLong: boolean }>({ timer: 0, isLong: false });
  const Icon = UNDO_ICONS[way];
  const release = (): void => clearTimeout(hold.current.timer);
  // A long press opens the list by the timer above; nothing else may come of it.
  const opensMenu = useOpensMenus(() => true);
  return (
    <div className="split" ref={split}>
      <button
        type="button"
        className="tool"
        aria-label={hint}
        {...tip(hint, isEnabled ? { keys: UNDO_KEYS[way] } : {})}
        disabled={!isEnabled}
        onPointerDown={() => {
          release();
          const timer = window.setTimeout(() => {
            hold.current.isLong = true;
            if (count > 0) setOpen(true);
          }, LONG_PRESS_MS);
          hold.current = { timer, isLong: false };
        }}
        onPointerUp={release}
        onPointerLeave={release}
        onPointerCancel={release}
        ref={opensMenu}
        onClick={() => {
          if (!hold.current.isLong) void control.press(way);
          hold.current.isLong = false;
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || count === 0) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Icon />
      </button>
      <IconButton
        icon={ChevronDown}
        title={way === "undo" ? "Commands that can be undone" : "Commands that can be redone"}
        opens="menu"
        isOpen={isOpen}
        isDisabled={count === 0}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && count > 0 && split.current && (
        <CommandList way={way} anchor={split.current} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}

const LONG_PRESS_MS = 450;
