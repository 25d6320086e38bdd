import type { LucideIcon } from "lucide-react";
import type { MouseEvent } from "react";
import { tip } from "./tip.ts";

export interface IconButtonProps {
  readonly icon: LucideIcon;
  /** What it does: its tooltip, and its name for screen readers. */
  readonly title: string;
  readonly keys?: string;
  readonly isOn?: boolean;
  /** What a click opens, if anything. */
  readonly opens?: "menu" | "dialog";
  readonly isOpen?: boolean;
  readonly isDisabled?: boolean;
  /** Why it cannot be clicked, shown in its tooltip; undefined if it can. */
  readonly obstacle?: string | undefined;
  /** Without a border, for headers and rows. */
  readonly isPlain?: boolean;
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void;
}

export function IconButton({
  icon: Icon,
  title,
  keys,
  isOn,
  opens,
  isOpen,
  isDisabled,
  obstacle,
  isPlain,
  onClick,
}: IconButtonProps) {
  return (
    <button
      type="button"
      className={isPlain ? "tool plain" : "tool"}
      aria-label={title}
      aria-pressed={isOn}
      aria-haspopup={opens}
      aria-expanded={isOpen}
      {...tip(obstacle === undefined ? title : `${title}\n${obstacle}`, { keys })}
      disabled={isDisabled === true || obstacle !== undefined}
      onClick={onClick}
    >
      <Icon />
    </button>
  );
}
