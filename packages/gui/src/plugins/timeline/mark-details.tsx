import { Diff, SkipBack, SkipForward } from "lucide-react";
import { useApp } from "../../shell/hooks.ts";
import type { Cluster } from "./drawing/clusters.ts";
import { AuthorDot } from "../undo/api.ts";
import { useUndoControl } from "../undo/api.ts";
import { authorText } from "../undo/api.ts";
import { timeText } from "../../ui/numbers/time-text.ts";
import { tip } from "../../ui/tip.ts";
import { plotDifferenceOf } from "../plot/api.ts";

/** Shows who did what and when, with buttons to go there. */
export function MarkDetails({ cluster, onDone }: { readonly cluster: Cluster; readonly onDone: () => void }) {
  const { notices, layout, view } = useApp();
  const { history } = view;
  const { whyNoGoing: obstacle, authors, isLog } = useUndoControl();
  const { marks, trackEnd, isDim } = cluster;
  const isDisabled = obstacle !== undefined;
  const isOne = marks.length === 1;
  const go = (id: string): void => {
    onDone();
    history.goTo({ id }).catch((error: unknown) => notices.failed("go to that moment", error));
  };
  const compare = (id: string): void => {
    onDone();
    try {
      plotDifferenceOf(view, id);
      layout.show("plot");
    } catch (error) {
      notices.failed("plot the difference", error);
    }
  };
  return (
    <div className="mark-details" role="dialog" aria-label={isOne ? marks[0]!.description : "Commands"}>
      {!isOne && <h3>Go to the moment before</h3>}
      <ul>
        {marks.map((mark) => (
          <li key={mark.id} className="mark-row">
            <div className="mark-words">
              <p className="mark-what">{mark.description}</p>
              <p className="muted mark-who">
                <AuthorDot author={mark.author} />
                <span className="mark-name">{authorText(mark, authors.isOwn(mark.author))}</span>
                <span className="figure">{timeText(mark.timeNs)}</span>
              </p>
            </div>
            {!isOne && (
              <button
                type="button"
                className="tool"
                aria-label={`Go to the moment before ${mark.description}`}
                {...tip("Go to the moment before")}
                disabled={isDisabled}
                onClick={() => go(mark.id)}
              >
                <SkipBack />
              </button>
            )}
          </li>
        ))}
      </ul>
      {isOne && (
        <button type="button" className="text" disabled={isDisabled} onClick={() => go(marks[0]!.id)}>
          <SkipBack /> Go to the moment before
        </button>
      )}
      {isDim && !isLog && (
        <button type="button" className="text" disabled={isDisabled} onClick={() => go(trackEnd)}>
          <SkipForward /> Go to the end of this branch
        </button>
      )}
      {isOne && !isLog && (
        <button type="button" className="text" onClick={() => compare(marks[0]!.id)}>
          <Diff /> What difference did it make?
        </button>
      )}
      {isDisabled && <p className="muted">Time cannot be changed: {obstacle}</p>}
    </div>
  );
}
