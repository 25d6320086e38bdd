import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { keyStep } from "./drag-step.ts";
import { evaluate, evaluateList } from "./expression.ts";
import { FieldProblem, keepInPanel } from "../field-problem.tsx";
import { exactNumber } from "./number-format.ts";
import { tip } from "../tip.ts";
import { useEntry } from "../use-entry.ts";

export interface TypedNumberProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly unit: string;
  /** The text shown at first. */
  readonly initial: string;
  /**
   * Whether that text is a change. If not, it must not be set on leaving: the world may have moved on since it was
   * shown.
   */
  readonly isChanged: boolean;
  readonly problemOf?: ((value: number) => string | undefined) | undefined;
  /** Called with the new value if it is valid and differs from `value`. */
  readonly onEnter: (value: number) => void;
  /** For groups of fields: accepts several numbers, starting at this field. */
  readonly list?: NumberList | undefined;
  readonly onClose: (how: { readonly byKey: boolean }) => void;
}

export interface NumberList {
  readonly most: number;
  readonly problemOf: (values: readonly number[]) => string | undefined;
  readonly onEnter: (values: readonly number[]) => void;
}

/** Shows a field for typing a number or an expression. Enter and leaving accept it, Escape cancels; arrows step. */
export function TypedNumber(props: TypedNumberProps) {
  const { label, value, unit, initial, isChanged, problemOf, onEnter, list, onClose } = props;
  const [text, setText] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current!.style.setProperty("--typed", `${text.length}ch`);
    keepInPanel(input.current!);
  }, [text]);
  const result = evaluate(text, unit);
  const isOther = result.ok && (isChanged || text !== initial) && result.value !== value;
  const several = list && takenBy(list, evaluateList(text, unit));
  const problem = problemIn();
  const { id, field } = useEntry({
    isForTyping: true,
    problem,
    onText: setText,
    onEnd: ({ takes, byKey }) => {
      if (takes && problem === undefined) {
        if (several !== undefined) list!.onEnter(several);
        else if (isOther) onEnter(result.value);
      }
      onClose({ byKey });
    },
  });
  function problemIn(): string | undefined {
    if (text.trim() === "") return undefined;
    if (several !== undefined) return list!.problemOf(several);
    if (!result.ok) return result.reason;
    return isOther ? problemOf?.(result.value) : undefined;
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key } = event;
    if ((key !== "ArrowUp" && key !== "ArrowDown") || !result.ok) return field.onKeyDown(event);
    setText(exactNumber(keyStep(result.value, key === "ArrowUp" ? 1 : -1, event, unit)));
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className="number-slot">
      <input
        {...field}
        ref={input}
        className="number-input"
        aria-label={label}
        {...tip(result.ok ? `= ${exactNumber(result.value)} ${unit}`.trimEnd() : undefined)}
        value={text}
        autoFocus
        onFocus={({ target }) => {
          // A text that began with a key press continues after it.
          if (isChanged) target.setSelectionRange(initial.length, initial.length);
          else target.select();
        }}
        onKeyDown={onKeyDown}
      />
      {problem !== undefined && <FieldProblem id={id} text={problem} />}
    </span>
  );
}

function takenBy({ most }: NumberList, values: readonly number[] | undefined): readonly number[] | undefined {
  return values === undefined || values.length > most ? undefined : values;
}
