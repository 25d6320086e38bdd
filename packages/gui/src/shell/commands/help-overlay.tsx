import { useEffect, useRef, useState } from "react";
import { SearchField } from "../../ui/search-field.tsx";
import { helpSections, searchedHelp, type HelpSection } from "./help.ts";
import { useApp, useValue } from "../hooks.ts";
import { keysOf } from "../../ui/keys.ts";
import { navigations } from "../navigation.ts";

/** Shows all keys and gestures, with a search. Opened by `?`. */
export function HelpOverlay() {
  const { commands } = useApp();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const added = commands.add({
      id: "help.keys",
      title: "Keyboard shortcuts",
      menu: "Help",
      keys: "?",
      run: () => setOpen(true),
    });
    return () => added[Symbol.dispose]();
  }, [commands]);
  return isOpen ? <HelpBox onClose={() => setOpen(false)} /> : null;
}

function HelpBox({ onClose }: { readonly onClose: () => void }) {
  const { commands, plugins, settings } = useApp();
  const [text, setText] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const navigation = navigations[useValue(settings.navigation)];
  const loaded = useValue(plugins.list).flatMap(({ plugin }) => plugin.help ?? []);
  const found = searchedHelp(helpSections({ commands: useValue(commands.list), navigation, plugins: loaded }), text);
  useEffect(() => {
    dialog.current?.showModal();
    search.current?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="help"
      aria-labelledby="help-title"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      onKeyDown={(event) => {
        if (keysOf(event.nativeEvent) !== "?") return;
        // Otherwise the page would receive the key after the dialog has closed, and open it again.
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <h2 id="help-title">Keyboard shortcuts</h2>
        <SearchField label="Search the help" placeholder="Search" text={text} onText={setText} ref={search} />
        <button type="button" className="text" onClick={onClose}>
          Close
        </button>
      </header>
      <div className="help-groups" tabIndex={0} role="group" aria-labelledby="help-title">
        {found.length === 0 && <p className="muted">Nothing in the help says “{text}”. Ctrl+K finds commands.</p>}
        <div className="help-columns">
          {found.map((section) => (
            <Section key={section.title} {...section} />
          ))}
        </div>
      </div>
    </dialog>
  );
}

function Section({ title, entries }: HelpSection) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {entries.map(({ what, keys = [], how }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
              {how}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
