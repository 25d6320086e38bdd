import { useState } from "react";
import { FieldProblem } from "./field-problem.tsx";
import { useEntry } from "./use-entry.ts";
import { useHeld } from "./use-held.ts";
import { tip } from "./tip.ts";

export interface TextEntryProps {
  readonly label: string;
  /** `undefined` if several texts differ. */
  readonly text: string | undefined;
  readonly title?: string | undefined;
  readonly isMono?: boolean;
  /** Returns what is wrong with a text, if anything. This is shown below the field, and the text is never sent. */
  readonly problemOf: (text: string) => string | undefined;
  /** Resolves to whether it was accepted. */
  readonly onEnter: (text: string) => Promise<boolean>;
}

/**
 * Shows an editable text: Enter and leaving accept it, Escape cancels. Changes of the world do not touch a text being
 * typed.
 */
export function TextEntry({ label, text, title, isMono = false, problemOf, onEnter }: TextEntryProps) {
  const [draft, setDraft] = useState<string>();
  const [shown, hold] = useHeld(text);
  const problem = draft === undefined ? undefined : problemOf(draft);
  const { id, field } = useEntry({
    isForTyping: false,
    problem,
    onText: setDraft,
    onEnd: ({ takes }) => {
      setDraft(undefined);
      if (takes && draft !== undefined && draft !== text && problem === undefined) hold(draft, onEnter(draft));
    },
  });
  return (
    <span className="text-slot">
      <input
        {...field}
        className={isMono ? "text-entry mono" : "text-entry"}
        aria-label={label}
        {...tip(title, { isLate: true })}
        placeholder={shown === undefined ? "mixed" : ""}
        value={draft ?? shown ?? ""}
      />
      {problem !== undefined && <FieldProblem id={id} text={problem} />}
    </span>
  );
}
