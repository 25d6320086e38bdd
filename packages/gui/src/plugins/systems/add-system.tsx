import type { orrery } from "@orrery/msgs";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { SystemForm } from "./system-form.tsx";
import { tip } from "../../ui/tip.ts";

export interface AddSystemProps {
  readonly available: readonly orrery.AvailableSystem[];
  readonly onClose: () => void;
}

/** Shows a choice of systems, then of the target and the parameters. */
export function AddSystem({ available, onClose }: AddSystemProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<string>();
  useEffect(() => dialog.current?.showModal(), []);
  const wanted = text.trim().toLowerCase();
  const found = available.filter(({ name = "", summary = "", aliases = [] }) =>
    [name, summary, ...aliases].some((words) => words.toLowerCase().includes(wanted)),
  );
  const system = available.find(({ name }) => name === chosen);
  return (
    <dialog ref={dialog} className="add-system" aria-label="Add a system" onClose={onClose}>
      <header className="dialog-header">
        <h2>Add a system</h2>
        <IconButton icon={X} title="Close" isPlain onClick={onClose} />
      </header>
      <div className="add-system-body">
        <div className="add-system-list">
          <input
            type="search"
            aria-label="Find a system"
            placeholder="Find a system"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <ul>
            {found.map(({ name = "", summary }) => (
              <li key={name}>
                <button
                  type="button"
                  className="plain"
                  aria-pressed={name === chosen}
                  {...tip(summary)}
                  onClick={() => setChosen(name)}
                >
                  {name}
                </button>
              </li>
            ))}
            {found.length === 0 && (
              <li className="muted">
                {available.length === 0 ? "The server lists none" : `Nothing matches “${text}”`}
              </li>
            )}
          </ul>
        </div>
        {system === undefined ? (
          <p className="empty-state">Choose a system to see what it does and what can be set.</p>
        ) : (
          <SystemForm key={system.name} system={system} onClose={onClose} />
        )}
      </div>
    </dialog>
  );
}
