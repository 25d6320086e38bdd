import { useEffect, useRef, useState } from "react";
import { menuNames } from "./commands.ts";
import { useApp, useValue } from "./hooks.ts";
import { keysOf, keysText } from "./keys.ts";
import { mouseWords, navigations } from "./navigation.ts";

/** `?`: every key there is, by menu. */
export function HelpOverlay() {
  const { commands, settings } = useApp();
  const navigation = navigations[useValue(settings.navigation)];
  const list = useValue(commands.list);
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
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
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  if (!isOpen) return null;
  const withKeys = list.filter(({ keys }) => keys !== undefined);
  return (
    <dialog
      ref={dialog}
      className="help"
      aria-labelledby="help-title"
      onClose={() => setOpen(false)}
      onClick={(event) => event.target === dialog.current && setOpen(false)}
      onKeyDown={(event) => {
        if (keysOf(event.nativeEvent) !== "?") return;
        // Otherwise the page hears it once the dialog is gone, and opens it again.
        event.stopPropagation();
        setOpen(false);
      }}
    >
      <header>
        <h2 id="help-title">Keyboard shortcuts</h2>
        <button type="button" className="text" onClick={() => setOpen(false)}>
          Close
        </button>
      </header>
      <div className="help-groups" tabIndex={0} role="group" aria-labelledby="help-title">
        <div className="help-columns">
          {[...menuNames, undefined].map((menu) => {
            const group = withKeys.filter((command) => command.menu === menu);
            if (group.length === 0) return null;
            return (
              <section key={menu ?? "other"}>
                <h3>{menu ?? "Scene"}</h3>
                <dl>
                  {group.map(({ id, title, keys = [] }) => (
                    <div key={id}>
                      <dt>{title}</dt>
                      <dd>
                        {[keys].flat().map((one) => (
                          <kbd key={one}>{keysText(one)}</kbd>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            );
          })}
          <section>
            <h3>Mouse in the scene, as in {navigation.title}</h3>
            <dl>
              {mouseWords(navigation).map(([what, how]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>{how}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </div>
    </dialog>
  );
}
