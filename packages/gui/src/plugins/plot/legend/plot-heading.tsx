import { Settings2 } from "lucide-react";
import { useRef, useState } from "react";
import { tip } from "../../../ui/tip.ts";
import { PlotOptions } from "../controls/plot-options.tsx";
import type { PlotSession } from "../plot-session.ts";
import type { PlotState } from "../plot-state.ts";

export interface PlotHeadingProps {
  readonly plot: PlotState;
  readonly index: number;
  readonly session: PlotSession;
}

/** Shows the name of a plot above its curves, and a button for its axes. */
export function PlotHeading({ plot, index, session }: PlotHeadingProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const title = `Plot ${index + 1}`;
  return (
    <div className="plot-heading">
      <h3>{plot.kind === "path" ? `${title}, paths` : title}</h3>
      <button
        ref={button}
        type="button"
        className="tool plain"
        aria-label={`Axes of ${title.toLowerCase()}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...tip("Axes, ranges and more")}
        onClick={() => setOpen(!isOpen)}
      >
        <Settings2 />
      </button>
      {isOpen && button.current !== null && (
        <PlotOptions
          plot={plot}
          title={title}
          session={session}
          anchor={button.current}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
