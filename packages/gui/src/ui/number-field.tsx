import { useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { useApp } from "../shell/hooks.ts";
import { copyText } from "./copy-text.ts";
import { dragStep } from "./drag-step.ts";
import { evaluate } from "./expression.ts";
import { exactNumber, formatNumber } from "./number-format.ts";

export interface NumberFieldProps {
  /** What it is, for screen readers and the tooltip: "Position x". */
  readonly label: string;
  /** `undefined`: several differ. */
  readonly value: number | undefined;
  readonly unit: string;
  /** Instead of the number's own short form. */
  readonly digits?: string | undefined;
  /** Colours its letter. */
  readonly axis?: "x" | "y" | "z" | undefined;
  /** Before the number: "x". */
  readonly letter?: string | undefined;
  /** Beside vectors the unit stands once, at their label. */
  readonly showsUnit?: boolean;
  /** Makes it editable: called with every value while it is dragged, and at the end with `isFinal`. */
  readonly onChange?: ((value: number, isFinal: boolean) => void) | undefined;
}

/** A number with its unit. A press or Ctrl+C copies the exact one; one that can be edited is dragged, or typed into. */
export function NumberField(props: NumberFieldProps) {
  const [isTyping, setTyping] = useState(false);
  if (isTyping && props.onChange !== undefined) return <TypedNumber {...props} onClose={() => setTyping(false)} />;
  return <ShownNumber {...props} onType={() => setTyping(true)} />;
}

function ShownNumber({
  label,
  value,
  unit,
  digits,
  axis,
  letter,
  showsUnit = true,
  onChange,
  onType,
}: NumberFieldProps & { readonly onType: () => void }) {
  const { notices } = useApp();
  const [drag, setDrag] = useState<{ readonly fromX: number; readonly from: number; readonly isMoved: boolean }>();
  const exact = value === undefined ? "" : exactNumber(value);
  const words = value === undefined ? "mixed" : `${exact} ${unit}`.trimEnd();
  const copy = (): void => {
    if (value !== undefined) void copyText(exact, exact, notices);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isCopy = event.key === "c" && (event.ctrlKey || event.metaKey);
    if (!isCopy) return;
    event.preventDefault();
    copy();
  };
  const onClick = (event: MouseEvent): void => {
    if (onChange === undefined || event.altKey) copy();
    else if (drag?.isMoved !== true) onType();
    setDrag(undefined);
  };
  return (
    <button
      type="button"
      className={`number-field${onChange === undefined ? "" : " editable"}${value === undefined ? " mixed" : ""}`}
      data-label={label}
      data-exact={exact}
      title={`${label}\n${words}\n${onChange === undefined ? "Click copies" : "Drag or click to change, Alt+click copies"}`}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (onChange === undefined || value === undefined || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ fromX: event.clientX, from: value, isMoved: false });
      }}
      onPointerMove={(event) => {
        if (drag === undefined || Math.abs(event.clientX - drag.fromX) < SLACK_PX) return;
        setDrag({ ...drag, isMoved: true });
        onChange?.(dragStep(drag.from, event.clientX - drag.fromX, event), false);
      }}
      onPointerCancel={() => setDrag(undefined)}
      onPointerUp={(event) => {
        if (drag?.isMoved) onChange?.(dragStep(drag.from, event.clientX - drag.fromX, event), true);
      }}
    >
      <span className="visually-hidden">{label} </span>
      {letter !== undefined && <span className={axis === undefined ? "letter" : `letter axis-${axis}`}>{letter}</span>}
      <span className="digits">{value === undefined ? "mixed" : (digits ?? formatNumber(value))}</span>
      {showsUnit && unit !== "" && <span className="unit">{unit}</span>}
    </button>
  );
}

function TypedNumber({ label, value, unit, onChange, onClose }: NumberFieldProps & { readonly onClose: () => void }) {
  const [text, setText] = useState(value === undefined ? "" : exactNumber(value));
  const result = evaluate(text, unit);
  // A field that is taken away loses the focus, too.
  const isOver = useRef(false);
  const close = ({ commits }: { readonly commits: boolean }): void => {
    if (isOver.current) return;
    isOver.current = true;
    if (commits && result.ok && result.value !== value) onChange?.(result.value, true);
    onClose();
  };
  return (
    <input
      type="text"
      className="number-input"
      aria-label={label}
      aria-invalid={!result.ok}
      title={result.ok ? `= ${exactNumber(result.value)} ${unit}`.trimEnd() : result.reason}
      value={text}
      autoFocus
      spellCheck={false}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => close({ commits: true })}
      onKeyDown={(event) => {
        if (event.key === "Enter" && result.ok) close({ commits: true });
        else if (event.key === "Escape") close({ commits: false });
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

/** A press that trembles is no drag. */
const SLACK_PX = 3;
