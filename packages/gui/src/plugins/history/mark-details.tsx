import { formatTime } from "@orrery/sim";
import { SkipBack, SkipForward } from "lucide-react";
import { useApp } from "../../shell/hooks.ts";
import type { Cluster } from "./clusters.ts";
import { AuthorDot } from "./command-list.tsx";
import { useUndoControl } from "./control-of.ts";
import { authorText } from "./jump-words.ts";
import type { Mark } from "./past.ts";

/** Who did what and when, and the ways there. */
export function MarkDetails({ cluster, onDone }: { readonly cluster: Cluster; readonly onDone: () => void }) {
  const { history, notices } = useApp();
  const { obstacle } = useUndoControl();
  const { marks, trackEnd, isDim } = cluster;
  const go = (id: string): void => {
    onDone();
    history.goTo({ id }).catch((error: unknown) => notices.failed("go to that moment", error));
  };
  return (
    <div className="mark-details" role="dialog" aria-label={marks.length === 1 ? marks[0]!.description : "Commands"}>
      <ul>
        {marks.map((mark) => (
          <MarkRow key={mark.id} mark={mark} obstacle={obstacle} onGo={() => go(mark.id)} />
        ))}
      </ul>
      {obstacle !== undefined && <p className="muted">Time cannot be changed: {obstacle}</p>}
      {isDim && (
        <button type="button" className="text" disabled={obstacle !== undefined} onClick={() => go(trackEnd)}>
          <SkipForward /> Go to the end of this branch
        </button>
      )}
    </div>
  );
}

function MarkRow({
  mark,
  obstacle,
  onGo,
}: {
  readonly mark: Mark;
  readonly obstacle: string | undefined;
  readonly onGo: () => void;
}) {
  const { authors } = useUndoControl();
  return (
    <li>
      <p className="mark-what">{mark.description}</p>
      <p className="muted mark-who">
        <AuthorDot author={mark.author} />
        <span className="mark-name">{authorText(mark, authors.isOwn(mark.author))}</span>
        <span className="figure">{formatTime(mark.timeNs)}</span>
      </p>
      <button type="button" className="text" disabled={obstacle !== undefined} onClick={onGo}>
        <SkipBack /> Go to the moment before
      </button>
    </li>
  );
}
