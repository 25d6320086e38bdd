import { useId, useRef, useState, type KeyboardEvent } from "react";
import { FieldProblem } from "./field-problem.tsx";
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
  const id = useId();
  // A text cancelled by Escape must not be accepted when the focus leaves.
  const current = useRef<string>(undefined);
  const draw = (next: string | undefined): void => {
    current.current = next;
    setDraft(next);
  };
  const problem = draft === undefined ? undefined : problemOf(draft);
  const take = (): void => {
    const next = current.current;
    draw(undefined);
    if (next === undefined || next === text || problemOf(next) !== undefined) return;
    hold(next, onEnter(next));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "Enter" && problem === undefined) take();
    else if (event.key === "Escape" && draft !== undefined) draw(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className="text-slot">
      <input
        type="text"
        className={isMono ? "text-entry mono" : "text-entry"}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : id}
        {...tip(title, { isLate: true })}
        placeholder={shown === undefined ? "mixed" : ""}
        value={draft ?? shown ?? ""}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => draw(event.target.value)}
        onBlur={take}
        onKeyDown={onKeyDown}
      />
      {problem !== undefined && <FieldProblem id={id} text={problem} />}
    </span>
  );
}
