import { GitCompareArrows } from "lucide-react";
import { useState } from "react";
import { useApp, useValue } from "../../../shell/hooks.ts";
import { Popover } from "../../../ui/popover.tsx";
import { tip } from "../../../ui/tip.ts";
import type { PlotSession } from "../plot-session.ts";
import { plotsOf } from "../world-plots.ts";
import { CompareBox } from "./compare-box.tsx";

/** Opens the list of runs to compare with. */
export function CompareButton({ session }: { readonly session: PlotSession }) {
  const plots = plotsOf(useApp().view);
  const isOpen = useValue(plots.compared) === session;
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  return (
    <>
      <button
        ref={setButton}
        type="button"
        className="tool plain"
        aria-label="Compare runs"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...tip("Compare runs", { keys: "Alt+Shift+C" })}
        onClick={() => plots.compared.set(isOpen ? undefined : session)}
      >
        <GitCompareArrows />
      </button>
      {isOpen && button !== null && (
        <Popover anchor={button} onClose={() => plots.compared.set(undefined)}>
          <CompareBox session={session} />
        </Popover>
      )}
    </>
  );
}
