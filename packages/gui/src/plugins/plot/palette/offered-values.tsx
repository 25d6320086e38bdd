import { useEffect, useRef } from "react";
import { useValue } from "../../../shell/hooks.ts";
import { Popover } from "../../../ui/popover.tsx";
import type { PlotSession } from "../plot-session.ts";
import { ItemRows } from "./item-rows.tsx";
import { focusRow, moveInRows } from "./row-keys.ts";

/** Shows the items of a thing that was dropped on a plot, to choose from. */
export function OfferedValues({ session }: { readonly session: PlotSession }) {
  const offered = useValue(session.offered);
  const place = useRef<HTMLSpanElement>(null);
  return (
    <span ref={place} className="plot-offer-place">
      {offered !== undefined && (
        <Popover
          key={offered.thing}
          anchor={offered.at ?? place.current ?? document.body}
          onClose={() => session.offered.set(undefined)}
        >
          <Offered thing={offered.thing} plot={offered.plot} session={session} />
        </Popover>
      )}
    </span>
  );
}

interface OfferedProps {
  readonly thing: string;
  readonly plot: string;
  readonly session: PlotSession;
}

function Offered({ thing, plot, session }: OfferedProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The items come a moment later.
    const watching = new MutationObserver(() => focusRow(list.current) && watching.disconnect());
    watching.observe(list.current!, { childList: true, subtree: true });
    return () => watching.disconnect();
  }, []);
  return (
    <div className="plot-offer" role="dialog" aria-label={`Values of ${thing === "" ? "the world" : thing}`}>
      <h3>{thing === "" ? "The world" : thing}</h3>
      <div ref={list} className="plot-offer-list" onKeyDown={(event) => moveInRows(event, null)}>
        <ItemRows of={thing} plot={plot} session={session} />
      </div>
    </div>
  );
}
