import { Check } from "lucide-react";
import { useRef, type KeyboardEvent, type ReactNode } from "react";
import { keysText } from "./keys.ts";
import { Popover, type PopoverAnchor } from "./popover.tsx";
import { tip } from "./tip.ts";

export interface MenuItem {
  readonly id: string;
  readonly title: string;
  readonly keys?: string | undefined;
  readonly icon?: ReactNode;
  readonly isOn?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Why the item is disabled. */
  readonly reason?: string | undefined;
  /** Whether there is a line above the item. */
  readonly startsGroup?: boolean | undefined;
  readonly run: () => void;
}

export interface MenuProps {
  readonly label: string;
  /** Shows the label above the items. */
  readonly isTitled?: boolean;
  readonly items: readonly MenuItem[];
  readonly anchor: PopoverAnchor;
  /** An element that the menu must not cover: it opens above or below it. */
  readonly clearOf?: Element | null;
  readonly onClose: () => void;
  /** Handles Left and Right, for menus in a menu bar. */
  readonly onSide?: (step: -1 | 1) => void;
}

/** Shows an open menu: keys move in it, Escape and a click elsewhere close it. */
export function Menu({ label, isTitled = false, items, anchor, clearOf = null, onClose, onSide }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const move = (by: number): void => {
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>("button:enabled") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons.at((at < 0 ? (by > 0 ? 0 : -1) : at + by + buttons.length) % buttons.length)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "ArrowLeft") onSide?.(-1);
    else if (event.key === "ArrowRight") onSide?.(1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Popover anchor={anchor} clearOf={clearOf} onClose={onClose}>
      <div ref={list} className="menu" role="menu" aria-label={label} onKeyDown={onKeyDown}>
        {isTitled && (
          <p className="menu-heading muted" aria-hidden="true">
            {label}
          </p>
        )}
        {items.map(({ id, title, keys, icon, isOn, isDisabled = false, reason, startsGroup = false, run }, i) => (
          <button
            key={id}
            type="button"
            role={isOn === undefined ? "menuitem" : "menuitemcheckbox"}
            aria-checked={isOn}
            className={startsGroup && i > 0 ? "menu-item starts-group" : "menu-item"}
            disabled={isDisabled}
            {...tip(isDisabled ? reason : undefined)}
            onClick={() => {
              onClose();
              run();
            }}
          >
            <span className="menu-icon">{isOn ? <Check /> : icon}</span>
            <span className="menu-title">{title}</span>
            {keys !== undefined && <kbd>{keysText(keys)}</kbd>}
          </button>
        ))}
        {items.length === 0 && <p className="muted menu-empty">Nothing here yet</p>}
      </div>
    </Popover>
  );
}
