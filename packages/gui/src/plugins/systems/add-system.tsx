import type { orrery } from "@orrery/msgs";
import { scopedName, textOf, type Entity } from "@orrery/sim";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { SystemsWatch } from "../../client/systems-watch.ts";
import { useApp } from "../../shell/hooks.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { innerXmlOf } from "./system-params.ts";
import { tip } from "../../ui/tip.ts";

export interface AddSystemProps {
  readonly available: readonly orrery.AvailableSystem[];
  readonly onClose: () => void;
}

/** Chooses a system, what it acts on, and its parameters. */
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
                {available.length === 0 ? "The server lists none" : `Nothing is like “${text}”`}
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

function SystemForm({
  system: { name = "", summary = "", params = [], single = false, loaded = false },
  onClose,
}: {
  readonly system: orrery.AvailableSystem;
  readonly onClose: () => void;
}) {
  const { source, selection, notices } = useApp();
  const { root, world } = source.mirror;
  // While the page has no copy of the world, its own entity is the first.
  const worldEntity = root ?? (1 as Entity);
  const targets = [worldEntity, ...(single ? [] : selection.entities.filter((entity) => entity !== worldEntity))];
  const [target, setTarget] = useState<Entity>(targets.at(-1)!);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState("");
  const add = (): void => {
    const given = Object.entries(values).map(([element, value]) => ({ element, value }));
    const plugin = { name, filename: loaded ? "" : name, innerXml: innerXmlOf(given) };
    source.world.current
      ?.addSystem(target, plugin)
      .then(() => {
        SystemsWatch.of(source).ask();
        notices.show({ kind: "good", text: `${name} runs on ${nameOf(target)}` });
        onClose();
      })
      .catch((error: unknown) => setProblem(textOf(error)));
  };
  const nameOf = (entity: Entity): string =>
    entity === worldEntity ? "the world" : world.exists(entity) ? scopedName(world, entity) : `entity ${entity}`;
  return (
    <form
      className="system-form"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <h3 className="mono">{name}</h3>
      <p className="muted">
        {loaded ? summary : "A module of the server's plugin folders. What it does is known once it has been loaded."}
      </p>
      <div className="system-fields">
        <label>
          <span>Acts on</span>
          <select
            value={target}
            disabled={targets.length === 1}
            onChange={(event) => setTarget(Number(event.target.value) as Entity)}
          >
            {targets.map((entity) => (
              <option key={entity} value={entity}>
                {nameOf(entity)}
              </option>
            ))}
          </select>
        </label>
        {params.map(({ element = "", initial = "", doc = "" }) => (
          <label key={element} {...tip(doc, { isLate: true })}>
            <span>{element}</span>
            <input
              type="text"
              className="mono"
              placeholder={initial}
              value={values[element] ?? ""}
              onChange={(event) => setValues({ ...values, [element]: event.target.value })}
            />
            {doc !== "" && <small className="muted">{doc}</small>}
          </label>
        ))}
      </div>
      {problem !== "" && (
        <p className="entry-problem" role="alert">
          {problem}
        </p>
      )}
      <footer>
        {targets.length === 1 && !single && (
          <small className="muted">To add it to a model, select the model first</small>
        )}
        <button type="submit" className="text primary">
          Add
        </button>
      </footer>
    </form>
  );
}
