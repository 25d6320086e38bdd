import { ChartLine, Pencil, Trash2 } from "lucide-react";
import { useState, type FormEvent } from "react";
import { formulaNameProblem } from "@orrery/plots";
import { useValue } from "../../../shell/hooks.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { addCurve } from "../curve-edits.ts";
import type { PlotSession } from "../plot-session.ts";
import { keyOf } from "../sources/source.ts";
import { checkFormula } from "./check-formula.ts";
import { FormulaField } from "./formula-field.tsx";
import { freeName, type SavedFormulas } from "./saved-formulas.ts";
import { useFormulaScope } from "./use-formula-scope.ts";

export interface FormulaEditorProps {
  readonly session: PlotSession;
  readonly formulas: SavedFormulas;
  readonly onClose: () => void;
}

/** Lets the user plot a formula, and lists the saved formulas. */
export function FormulaEditor({ session, formulas, onClose }: FormulaEditorProps) {
  const known = useValue(formulas);
  const scope = useFormulaScope(session.sources, known);
  const [name, setName] = useState(() => freeName(known));
  const [text, setText] = useState("");
  const checked = checkFormula(text, scope, name);
  const nameProblem = formulaNameProblem(name);
  const canPlot = checked.kind === "good" && nameProblem === undefined;
  const plot = (formula: string, columns: number): void => {
    const key = keyOf("formula", formula);
    session.change((state) => {
      let next = state;
      for (let column = 0; column < columns; column++) next = addCurve(next, key, column, next.plots.at(-1)?.id);
      return next;
    });
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (checked.kind !== "good" || nameProblem !== undefined) return;
    formulas.save(name, text);
    plot(name, checked.formula.units.length);
  };
  return (
    <div className="formula-editor" role="dialog" aria-label="Formula">
      <form onSubmit={submit}>
        <label>
          Name
          <input
            className="mono"
            value={name}
            aria-invalid={nameProblem !== undefined}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        {nameProblem !== undefined && (
          <p className="formula-problem" role="alert">
            {nameProblem}
          </p>
        )}
        <FormulaField text={text} scope={scope} checked={checked} onText={setText} />
        <button type="submit" className="text" disabled={!canPlot}>
          {known.has(name) ? `Change and plot ${name}` : "Save and plot"}
        </button>
      </form>
      {known.size > 0 && (
        <ul className="formula-list" aria-label="Saved formulas">
          {[...known].map(([each, saved]) => (
            <li key={each}>
              <span className="mono">{each}</span>
              <span className="mono muted formula-saved">{saved}</span>
              <IconButton icon={ChartLine} title={`Plot ${each}`} isPlain onClick={() => plot(each, 1)} />
              <IconButton
                icon={Pencil}
                title={`Edit ${each}`}
                isPlain
                onClick={() => {
                  setName(each);
                  setText(saved);
                }}
              />
              <IconButton icon={Trash2} title={`Remove ${each}`} isPlain onClick={() => formulas.remove(each)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
