import { Users } from "lucide-react";
import { useRef, useState } from "react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { Popover } from "../../ui/popover.tsx";
import { copyViewLinkCommand } from "./copy-link.ts";
import { Face } from "./face.tsx";
import { PeopleBox } from "./people-box.tsx";

/** Who else is in this world. */
export default defineGuiPlugin({
  id: "people",
  title: "People",
  summary: "Who is here, where they look and what they selected",
  icon: Users,
  dock: "right",
  Bar: PeopleBar,
  barSide: "right",
  startWorld: (app) => app.commands.add(copyViewLinkCommand(app)),
  start: (app) => {
    const { session, worlds } = app;
    const { presence } = session;
    presence.rename(app.settings.name.current);
    presence.turnTo(worlds.focus.current.namespace);
    const listening = [
      app.events.on("camera", ({ view, pose }) => presence.looksFrom(view.namespace, pose)),
      app.events.on("selection", ({ view, entities }) => presence.selects(view.namespace, entities)),
      worlds.focus.changes.on(({ namespace }) => presence.turnTo(namespace)),
      app.settings.name.changes.on((name) => presence.rename(name)),
    ];
    return {
      [Symbol.dispose]: () => {
        for (const one of listening) one[Symbol.dispose]();
      },
    };
  },
});

function PeopleBar() {
  const presence = useApp().session.presence;
  const people = useValue(presence.people);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const here = people.filter(({ isConnected }) => isConnected);
  // Without a server, or with an older one, nobody is listed.
  if (people.length === 0) return null;
  const shown = here.slice(0, MAX_FACES);
  return (
    <>
      <button
        ref={button}
        type="button"
        id="people"
        className="plain faces"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="visually-hidden">
          {here.length === 1 ? "People: only you" : `People: ${here.length} are here`}
        </span>
        {shown.map((person) => (
          <Face key={person.id} person={person} />
        ))}
        {here.length > MAX_FACES && <span className="face more">+{here.length - MAX_FACES}</span>}
      </button>
      {isOpen && button.current && (
        <Popover anchor={button.current} onClose={() => setOpen(false)}>
          <PeopleBox presence={presence} />
        </Popover>
      )}
    </>
  );
}

const MAX_FACES = 5;
