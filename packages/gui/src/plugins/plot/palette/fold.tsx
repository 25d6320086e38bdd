import { ChevronDown, ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { CutName } from "../../../ui/cut-name.tsx";
import { tip } from "../../../ui/tip.ts";

export interface FoldProps {
  readonly title: string;
  /** The name of what is inside, for screen readers. */
  readonly label: string;
  /** Shown muted beside the title. */
  readonly hint?: string;
  readonly tip?: string | undefined;
  /** Whether it is one of the parts of the palette. */
  readonly isPart?: boolean;
  readonly isOpenAtFirst?: boolean;
  /** Shown only while it is open. */
  readonly children: ReactNode;
}

/** Shows a row that unfolds. What is inside is made only while it is open. */
export function Fold({ title, label, hint = "", tip: words, isPart, isOpenAtFirst = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className={isPart ? "plot-part" : undefined}>
      <button
        type="button"
        className="plot-thing"
        data-row
        aria-expanded={isOpen}
        {...tip(words, { isLate: true })}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron />
        <span className="plot-row-name">
          <CutName text={title} />
        </span>
        {hint !== "" && <span className="plot-row-hint">{hint}</span>}
      </button>
      {isOpen && (
        <div className="plot-thing-parts" role="group" aria-label={label}>
          {children}
        </div>
      )}
    </div>
  );
}
