import { SquareFunction } from "lucide-react";
import { useRef, useState } from "react";
import { useApp } from "../../../shell/hooks.ts";
import { Popover } from "../../../ui/popover.tsx";
import { tip } from "../../../ui/tip.ts";
import type { PlotSession } from "../plot-session.ts";
import { plotsOf } from "../world-plots.ts";
import { FormulaEditor } from "./formula-editor.tsx";

/** Opens the editor of formulas. */
export function FormulaButton({ session }: { readonly session: PlotSession }) {
  const { view } = useApp();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { formulas } = plotsOf(view);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="tool plain"
        aria-label="New formula…"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...tip("New formula…")}
        onClick={() => setOpen(!isOpen)}
      >
        <SquareFunction />
      </button>
      {isOpen && button.current !== null && (
        <Popover anchor={button.current} onClose={() => setOpen(false)}>
          <FormulaEditor session={session} formulas={formulas} onClose={() => setOpen(false)} />
        </Popover>
      )}
    </>
  );
}
