import { Name } from "@orrery/sim/components";
import { LayoutPanelLeft } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { EntityIcon } from "../../ui/entity-icon.tsx";
import { kindOf } from "../../ui/entity-kind.ts";
import type { WorldApp } from "../app.ts";
import { firstKeys } from "./command-item.tsx";
import { canBeDone } from "./commands.ts";
import { useApp } from "../hooks.ts";
import { keysText } from "../../ui/keys.ts";
import { ranked } from "./ranked.ts";
import { noteChosen, usedFirst } from "./used-findings.ts";

/** Finds any command, panel or entity by a few letters of its name. Opened by Ctrl+K. */
export function Palette() {
  const app = useApp();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const added = app.commands.add({
      id: "palette",
      title: "Find anything…",
      menu: "Help",
      keys: "Ctrl+K",
      run: () => setOpen(true),
    });
    return () => added[Symbol.dispose]();
  }, [app]);
  return isOpen ? <PaletteBox onClose={() => setOpen(false)} /> : null;
}

interface Finding {
  readonly key: string;
  readonly title: string;
  readonly kind: string;
  readonly icon: ReactNode;
  readonly keys: string | undefined;
  readonly run: () => void;
}

function PaletteBox({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const { used, others } = useMemo(() => usedFirst(findings(app)), [app]);
  // Of two that match equally well, the more used one comes first.
  const found = useMemo(() => ranked([...used, ...others], text).slice(0, MOST), [used, others, text]);
  const isUsed = text.trim() === "" ? new Set(used) : undefined;
  const listId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    dialog.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const choose = (finding: Finding | undefined): void => {
    if (finding === undefined) return;
    onClose();
    if (!finding.key.startsWith("entity ")) noteChosen(finding.key);
    finding.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else if (event.key === "Enter") choose(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Find anything"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-label="Command, panel or entity"
        aria-activedescendant={found[at] && `${listId}-${at}`}
        placeholder="Command, panel or entity…"
        value={text}
        autoFocus
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} role="listbox" aria-label="Found">
        {found.map((finding, i) => (
          <li
            key={finding.key}
            id={`${listId}-${i}`}
            role="option"
            aria-selected={i === at}
            onPointerMove={() => setAt(i)}
            onClick={() => choose(finding)}
          >
            {finding.icon}
            <span className="palette-title">{finding.title}</span>
            <span className="muted">{isUsed?.has(finding) ? `${finding.kind}, used recently` : finding.kind}</span>
            {finding.keys !== undefined && <kbd>{keysText(finding.keys)}</kbd>}
          </li>
        ))}
        {found.length === 0 && <li className="muted">Nothing is called “{text}”</li>}
      </ul>
    </dialog>
  );
}

const MOST = 50;

function findings({ commands, plugins, layout, view }: WorldApp): Finding[] {
  const doable = commands.list.current.filter((command) => command.id !== "palette" && canBeDone(command));
  const { world } = view.mirror;
  return [
    ...doable.map((command) => ({
      key: `command ${command.id}`,
      title: command.title,
      kind: command.menu ?? "Command",
      icon: command.icon ? <command.icon /> : <span className="icon-space" />,
      keys: firstKeys(command),
      run: () => commands.perform(command),
    })),
    ...plugins.list.current.flatMap(({ plugin: { id, title, icon: Icon = LayoutPanelLeft, View } }) =>
      View === undefined
        ? []
        : [{ key: `panel ${id}`, title, kind: "Panel", icon: <Icon />, keys: undefined, run: () => layout.show(id) }],
    ),
    ...[...world.query(Name)].map(([entity, name]) => ({
      key: `entity ${entity}`,
      title: name,
      kind: `Entity ${entity}`,
      icon: <EntityIcon kind={kindOf(world, entity)} />,
      keys: undefined,
      run: () => view.selection.set([entity]),
    })),
  ];
}
