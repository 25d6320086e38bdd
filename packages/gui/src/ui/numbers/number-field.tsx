import { useState, type KeyboardEvent, type MouseEvent } from "react";
import { copyText } from "../copy-text.ts";
import { keyStep } from "./drag-step.ts";
import { FieldProblem } from "../field-problem.tsx";
import { useNumberDrag } from "./number-drag.ts";
import { exactNumber, formatNumber } from "./number-format.ts";
import { useNotices } from "../use-notices.ts";
import { TypedNumber, type NumberList } from "./typed-number.tsx";
import { useHeld } from "../use-held.ts";
import { isTouch, pressWord } from "../is-touch.ts";
import { tip } from "../tip.ts";

export interface NumberFieldProps {
  /** The name for screen readers and the tooltip: "Position x". */
  readonly label: string;
  /** `undefined` if several values differ. */
  readonly value: number | undefined;
  readonly unit: string;
  /** Shown instead of the number's own short form. */
  readonly digits?: string | undefined;
  /** The axis whose colour the letter has. */
  readonly axis?: "x" | "y" | "z" | undefined;
  /** The letter before the number: "x". */
  readonly letter?: string | undefined;
  /** Vectors show the unit once, at their label. */
  readonly showsUnit?: boolean;
  /**
   * Makes the field editable. Called with every value during a drag, and at the end with `isFinal`. The promise then
   * resolves to whether the value was accepted; until then the field keeps showing it.
   */
  readonly onChange?: ((value: number, isFinal: boolean) => Promise<boolean> | void) | undefined;
  /** Called when a drag was cancelled, by Escape or because its value is invalid. */
  readonly onCancel?: (() => void) | undefined;
  /** Returns what is wrong with a value, if anything. This is shown below the field, and the value is never sent. */
  readonly problemOf?: ((value: number) => string | undefined) | undefined;
  /** For groups of fields: accepts several numbers that are typed into this one. */
  readonly list?: NumberList | undefined;
}

/**
 * Shows a number with its unit. A click or Ctrl+C copies the exact number; an editable number can be dragged, or typed.
 */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, onCancel, problemOf } = props;
  const [typed, setTyped] = useState<Typed>();
  const [isFocused, setFocused] = useState(false);
  const [shown, hold] = useHeld(value);
  const change =
    onChange &&
    ((next: number, isFinal: boolean): void => {
      if (isFinal && problemOf?.(next) !== undefined) return onCancel?.();
      const done = onChange(next, isFinal);
      if (isFinal && done !== undefined) hold(next, done);
    });
  if (typed !== undefined && change !== undefined) {
    return (
      <TypedNumber
        {...props}
        initial={typed.text}
        isChanged={typed.isChanged}
        onEnter={(next) => change(next, true)}
        onClose={({ byKey }) => {
          setTyped(undefined);
          setFocused(byKey);
        }}
      />
    );
  }
  const digits = Object.is(shown, value) ? props.digits : undefined;
  return (
    <ShownNumber {...props} value={shown} digits={digits} onChange={change} isFocused={isFocused} onType={setTyped} />
  );
}

interface Typed {
  readonly text: string;
  /** Whether the text is already a new number, not just what the field showed. */
  readonly isChanged: boolean;
}

type ShownNumberProps = Omit<NumberFieldProps, "onChange"> & {
  readonly onChange: ((value: number, isFinal: boolean) => void) | undefined;
  /** Whether it takes the focus when it appears. */
  readonly isFocused: boolean;
  readonly onType: (typed: Typed) => void;
};

function ShownNumber(props: ShownNumberProps) {
  const {
    label,
    value,
    unit,
    axis,
    letter,
    showsUnit = true,
    onChange,
    onCancel,
    problemOf,
    isFocused,
    onType,
  } = props;
  const notices = useNotices();
  const { dragged, isClick, handlers } = useNumberDrag({ value, unit, onDrag: onChange, onCancel });
  const now = dragged ?? value;
  const exact = now === undefined ? "" : exactNumber(now);
  const words = now === undefined ? "mixed" : `${exact} ${unit}`.trimEnd();
  const problem = dragged === undefined ? undefined : problemOf?.(dragged);
  const isEditable = onChange !== undefined;
  const copy = (): void => {
    if (now !== undefined) void copyText(exact, exact, notices);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = keyAction(event, value, unit, isEditable);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === "copy") copy();
    else onType({ text: next.text, isChanged: true });
  };
  const onClick = (event: MouseEvent): void => {
    if (!isEditable || event.altKey) copy();
    else if (isClick()) onType({ text: exact, isChanged: false });
  };
  const state = `${isEditable ? " editable" : ""}${now === undefined ? " mixed" : ""}${dragged === undefined ? "" : " dragged"}`;
  return (
    <span className="number-slot">
      <button
        type="button"
        className={`number-field${state}`}
        data-label={label}
        data-exact={exact}
        autoFocus={isFocused}
        {...tip(`${label}\n${words}\n${fieldHint(isEditable)}`, { isLate: true })}
        onClick={onClick}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        <span className="visually-hidden">{label} </span>
        {letter !== undefined && (
          <span className={axis === undefined ? "letter" : `letter axis-${axis}`}>{letter}</span>
        )}
        <span className="digits">
          {now === undefined ? "mixed" : ((dragged === undefined ? props.digits : undefined) ?? formatNumber(now))}
        </span>
        {showsUnit && unit !== "" && <span className="unit">{unit}</span>}
      </button>
      {problem !== undefined && <FieldProblem text={problem} />}
    </span>
  );
}

function fieldHint(isEditable: boolean): string {
  if (!isEditable) return `${pressWord()} copies`;
  return isTouch() ? "Drag to change, tap to type" : "Drag, click or type to change; Alt+click copies";
}

type KeyAction = "copy" | { readonly text: string } | undefined;

/** Returns what a key does in the field: the first key of a number, arrows, Delete; all others belong to the page. */
function keyAction(event: KeyboardEvent, value: number | undefined, unit: string, isEditable: boolean): KeyAction {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key === "c" && (ctrlKey || metaKey)) return "copy";
  if (!isEditable || metaKey || altKey) return undefined;
  if (key === "ArrowUp" || key === "ArrowDown")
    return { text: exactNumber(keyStep(value ?? 0, key === "ArrowUp" ? 1 : -1, event, unit)) };
  if (ctrlKey) return undefined;
  if (key === "Delete" || key === "Backspace") return { text: "" };
  return /^[\d.(+-]$/.test(key) ? { text: key } : undefined;
}
