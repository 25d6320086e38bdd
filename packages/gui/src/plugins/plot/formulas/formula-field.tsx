import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { completeFormula, MAX_FORMULA_LENGTH, type Completion, type FormulaScope } from "@orrery/plots";
import type { Checked } from "./check-formula.ts";

/** How many completions are shown at once. */
const MOST = 8;

export interface FormulaFieldProps {
  readonly text: string;
  readonly scope: FormulaScope;
  readonly checked: Checked;
  readonly onText: (text: string) => void;
}

/** A text field for a formula. It offers completions at the cursor, and marks errors. */
export function FormulaField({ text, scope, checked, onText }: FormulaFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  /** Where to put the cursor once an accepted completion is shown. */
  const caret = useRef<number>(undefined);
  const [cursor, setCursor] = useState<number>();
  const [chosen, setChosen] = useState(0);
  useLayoutEffect(() => {
    if (caret.current !== undefined) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [text]);
  const completions = cursor === undefined ? undefined : completeFormula(text, cursor, scope);
  const word = completions === undefined ? "" : text.slice(completions.from, completions.to);
  // A word that is complete already needs no list.
  const isOpen = word !== "" && completions?.items[0]?.insert !== word;
  const items = isOpen ? completions!.items.slice(0, MOST) : [];
  const accept = ({ insert }: Completion): void => {
    if (completions === undefined) return;
    const end = completions.from + insert.length;
    onText(text.slice(0, completions.from) + insert + text.slice(completions.to));
    setCursor(undefined);
    setChosen(0);
    caret.current = end;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!pressList(event.key, { items, chosen, choose: setChosen, accept, close: () => setCursor(undefined) })) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isWrong = checked.kind === "wrong";
  return (
    <div className="formula-slot">
      <input
        ref={field}
        className="mono formula-text"
        role="combobox"
        aria-label="Formula"
        aria-expanded={items.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={items.length > 0 ? `${id}-${chosen}` : undefined}
        aria-invalid={isWrong}
        aria-describedby={`${id}-said`}
        placeholder="norm(a::pose - b::pose)"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_FORMULA_LENGTH}
        value={text}
        onChange={({ target }) => {
          onText(target.value);
          setCursor(target.selectionStart ?? target.value.length);
          setChosen(0);
        }}
        onBlur={() => setCursor(undefined)}
        onKeyDown={onKeyDown}
      />
      {isWrong && <Marked text={text} from={checked.at} to={checked.end} />}
      <p id={`${id}-said`} className={isWrong ? "formula-problem" : "muted"} role={isWrong ? "alert" : undefined}>
        {checked.kind === "wrong" && `At ${checked.at + 1}: ${checked.message}`}
        {checked.kind === "good" && checked.unit}
        {checked.kind === "empty" && "Names of values, + − * / ^, and functions such as norm, d or mean"}
      </p>
      <Offers id={id} items={items} chosen={chosen} onChoose={accept} />
    </div>
  );
}

interface OffersProps {
  /** Of the field. */
  readonly id: string;
  readonly items: readonly Completion[];
  readonly chosen: number;
  readonly onChoose: (item: Completion) => void;
}

function Offers({ id, items, chosen, onChoose }: OffersProps) {
  return (
    <ul id={`${id}-list`} className="formula-offers" role="listbox" aria-label="What may stand here">
      {items.map((item, index) => (
        <li
          key={`${item.kind} ${item.label}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          onPointerDown={(event) => {
            // A press on the list must not take the focus from the field.
            event.preventDefault();
            onChoose(item);
          }}
        >
          <span className="mono">{item.label}</span>
          <span className="muted">{item.detail}</span>
        </li>
      ))}
    </ul>
  );
}

interface OfferKeys {
  readonly items: readonly Completion[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
  readonly accept: (item: Completion) => void;
  readonly close: () => void;
}

/** Performs the action of a key while completions are shown. Returns whether the key has one. */
function pressList(key: string, { items, chosen, choose, accept, close }: OfferKeys): boolean {
  const item = items[chosen];
  if (item === undefined) return false;
  if (key === "ArrowDown") choose((chosen + 1) % items.length);
  else if (key === "ArrowUp") choose((chosen + items.length - 1) % items.length);
  else if (key === "Tab" || key === "Enter") accept(item);
  else if (key === "Escape") close();
  else return false;
  return true;
}

/** Shows the text again, with the error marked. */
function Marked({ text, from, to }: { readonly text: string; readonly from: number; readonly to: number }) {
  const end = Math.max(to, from + 1);
  return (
    <p className="mono formula-marked" aria-hidden="true">
      {text.slice(0, from)}
      <mark>{text.slice(from, end) || " "}</mark>
      {text.slice(end)}
    </p>
  );
}
