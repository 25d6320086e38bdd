import { CircleAlert, ListChecks, TriangleAlert, Undo2, X } from "lucide-react";
import { useState } from "react";
import type { PendingEntry } from "../../client/editing/pending-queue.ts";
import type { Person } from "../../client/presence.ts";
import { useApp, useValue, useWorld } from "../../shell/hooks.ts";
import { CutName } from "../../ui/cut-name.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { WITHDRAW_OWN } from "./withdraw-own.ts";
import { ConflictWatch } from "./conflict-watch.ts";
import { conflictText, type Conflict } from "./conflicts.ts";
import { tip } from "../../ui/tip.ts";

/** Lists everybody's edits that wait for the world to resume, in the order in which they will be applied. */
export function QueueList() {
  const { view } = useApp();
  const { editing, session } = view;
  const entries = useValue(editing.queue.entries);
  const people = useValue(session.presence.people);
  const conflicts = useConflicts();
  const textOf = (conflict: Conflict | undefined): string | undefined => {
    if (conflict === undefined) return undefined;
    const { winner } = conflict;
    const author = people.find(({ id }) => id === winner.author);
    return conflictText(conflict, editing.queue.isOwn(winner) ? undefined : nameOf(winner, author));
  };
  if (entries.length === 0) {
    return (
      <EmptyState icon={ListChecks} title="No edits are waiting">
        While the world is paused, edits by you and others wait here. They are applied when anybody resumes the world.
      </EmptyState>
    );
  }
  return (
    <div className="queue">
      <ol className="queue-list" aria-label="Edits waiting for play">
        {entries.map((entry) => (
          <QueueRow
            key={entry.id}
            entry={entry}
            author={people.find(({ id }) => id === entry.command.author)}
            conflict={textOf(conflicts.get(entry.id))}
          />
        ))}
      </ol>
      {entries.some(({ isOwn }) => isOwn) && (
        <footer className="queue-foot">
          <button type="button" className="text" onClick={() => editing.withdrawOwn()}>
            <Undo2 /> {WITHDRAW_OWN}
          </button>
        </footer>
      )}
    </div>
  );
}

/** Returns which waiting edits lose to another person's, by id. */
export function useConflicts(): ReadonlyMap<string, Conflict> {
  const watch = useWorld().services.find(ConflictWatch);
  if (watch === undefined) throw new Error("waiting edits are not watched");
  return useValue(watch.conflicts);
}

interface QueueRowProps {
  readonly entry: PendingEntry;
  readonly author: Person | undefined;
  readonly conflict: string | undefined;
}

function QueueRow({ entry, author, conflict }: QueueRowProps) {
  const { notices } = useApp();
  const { editing } = useApp().view;
  const [isAsked, setAsked] = useState(false);
  const { id, command, isOwn, isKnown, trouble } = entry;
  const { description = "" } = command;
  const name = isOwn ? "You" : nameOf(command, author);
  const withdraw = (): void => {
    setAsked(false);
    editing.queue.withdraw(id).catch((error: unknown) => notices.failed(`withdraw “${description}”`, error));
  };
  return (
    <li className={isKnown ? "queue-row" : "queue-row coming"}>
      <span
        className="queue-author"
        style={{ background: author === undefined ? "var(--muted)" : `var(--person-${author.colour})` }}
        aria-hidden="true"
      />
      <span className="queue-what" {...tip(description, { isLate: true })}>
        <CutName text={description} />
      </span>
      <span className="queue-name muted">{name}</span>
      {trouble !== undefined && (
        <span
          className="queue-trouble"
          {...tip(`Not shown yet: ${trouble}`, { isLate: true })}
          role="img"
          aria-label="Not shown yet"
        >
          <CircleAlert />
        </span>
      )}
      <IconButton
        icon={X}
        title={isOwn ? `Withdraw “${description}”` : `Withdraw “${description}” of ${name}…`}
        isPlain
        onClick={() => (isOwn ? withdraw() : setAsked(!isAsked))}
      />
      {conflict !== undefined && (
        <p className="queue-conflict" role="note">
          <TriangleAlert /> {conflict}
        </p>
      )}
      {isAsked && (
        <div className="queue-question" role="group" aria-label={`Withdraw the edit of ${name}?`}>
          <span>Withdraw the edit of {name}? They will be told.</span>
          <button type="button" className="text" onClick={() => setAsked(false)}>
            Keep
          </button>
          <button type="button" className="text" onClick={withdraw}>
            Withdraw
          </button>
        </div>
      )}
    </li>
  );
}

function nameOf({ author_name = "" }: PendingEntry["command"], author: Person | undefined): string {
  return (author?.name ?? author_name) || "Somebody";
}
