import { resetDescriptions } from "@orrery/sim/host";
import type { WorldHistory } from "../../client/world-history.ts";
import type { UndoControl } from "./undo-control.ts";

/**
 * Returns an action that undoes the last reset by somebody, with everything done since; `undefined` where it is not
 * allowed.
 */
export function undoResetBy(history: Pick<WorldHistory, "state">, control: UndoControl): UndoReset {
  return (author) => {
    if (control.obstacle !== undefined) return undefined;
    return () => {
      const reset = history.state.current?.undo?.find(
        (mark) => mark.author === author && RESETS.has(mark.description ?? ""),
      );
      // Otherwise somebody else has undone it, or it was forgotten.
      if (reset?.id !== undefined) void control.jump("undo", reset.id);
    };
  };
}

export type UndoReset = (author: string) => (() => void) | undefined;

const RESETS: ReadonlySet<string> = new Set(Object.values(resetDescriptions));
