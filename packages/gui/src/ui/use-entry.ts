import { useId, useRef, type ChangeEvent, type InputHTMLAttributes, type KeyboardEvent } from "react";

/** How typing ends: with Enter or by leaving the field, or with Escape. */
export interface EntryEnd {
  readonly takes: boolean;
  /** Whether a key has ended it. Otherwise the focus is elsewhere. */
  readonly byKey: boolean;
}

export interface EntryOptions {
  /** Whether the field is there for typing alone. Otherwise it also shows a value, and typing begins with a change. */
  readonly isForTyping: boolean;
  /** Why the text cannot be taken, if so. Enter does nothing then; leaving the field ends typing all the same. */
  readonly problem: string | undefined;
  readonly onText: (text: string) => void;
  /** Called once each time that typing ends. */
  readonly onEnd: (end: EntryEnd) => void;
}

export interface Entry {
  /** The id of the element that shows the problem. */
  readonly id: string;
  /** Attributes of the text field. */
  readonly field: Readonly<InputHTMLAttributes<HTMLInputElement>> & {
    readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  };
}

/** Returns what all fields for typing have in common: Enter and leaving take the text, Escape drops it. */
export function useEntry({ isForTyping, problem, onText, onEnd }: EntryOptions): Entry {
  const id = useId();
  // The end may remove the field, which takes its focus away: it would end again.
  const isTyping = useRef(isForTyping);
  const end = (how: EntryEnd): void => {
    if (!isTyping.current) return;
    isTyping.current = false;
    onEnd(how);
  };
  return {
    id,
    field: {
      type: "text",
      "aria-invalid": problem !== undefined,
      "aria-describedby": problem === undefined ? undefined : id,
      autoComplete: "off",
      spellCheck: false,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        isTyping.current = true;
        onText(target.value);
      },
      onBlur: () => end({ takes: true, byKey: false }),
      onKeyDown: (event) => {
        const does = entryKey(event.key, { isTyping: isTyping.current, isWrong: problem !== undefined });
        if (does === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        end({ takes: does === "take", byKey: true });
      },
    },
  };
}

/** Returns what a key does in such a field; `undefined` for those of others. */
export function entryKey(
  key: string,
  { isTyping, isWrong }: { readonly isTyping: boolean; readonly isWrong: boolean },
): "take" | "drop" | undefined {
  if (key === "Enter") return isWrong ? undefined : "take";
  return key === "Escape" && isTyping ? "drop" : undefined;
}
