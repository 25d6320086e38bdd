import { Hourglass, TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { Popover } from "../../ui/popover.tsx";
import { waitingText } from "./outcome-notice.ts";
import { QueueList, useConflicts } from "./queue-list.tsx";
import { tip } from "../../ui/tip.ts";

/** Shows, beside the time, that edits are waiting for the world to resume. */
export function QueueBar() {
  const { editing } = useApp().view;
  const { length } = useValue(editing.queue.entries);
  const { size: losing } = useConflicts();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (length === 0) return null;
  return (
    <div className="queue-bar">
      <button
        ref={button}
        type="button"
        id="queue"
        className="text"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...tip("Edits waiting for the world to resume")}
        onClick={() => setOpen(!isOpen)}
      >
        {losing === 0 ? <Hourglass /> : <TriangleAlert />}
        <span className="queue-count" aria-hidden="true">
          {length}
        </span>
        <span className="queue-text">{waitingText(length)}</span>
        {losing > 0 && <span className="queue-losing">{losing} in conflict</span>}
      </button>
      {isOpen && button.current && (
        <Popover anchor={button.current} onClose={() => setOpen(false)}>
          <div className="queue-box" role="dialog" aria-label="Edits waiting for play">
            <QueueList />
          </div>
        </Popover>
      )}
    </div>
  );
}
