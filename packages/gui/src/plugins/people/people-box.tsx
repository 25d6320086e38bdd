import { scopedName, type Entity, type World } from "@orrery/sim";
import { DoorOpen, Eye, MousePointer2 } from "lucide-react";
import { useState } from "react";
import { isColour } from "../../client/own-session.ts";
import type { Person, Presence } from "../../client/presence.ts";
import { useApp, useTold, useValue } from "../../shell/hooks.ts";
import type { WorldView } from "../../client/world-view.ts";
import { worldTitle } from "../../shell/dock/world-panels.ts";
import { kept } from "../../client/kept.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Face } from "./face.tsx";
import { ShareBox } from "./share-box.tsx";
import { tip } from "../../ui/tip.ts";
import { sceneSessionOf } from "../scene/api.ts";

/** The colour to request at the next connection; the server grants it if nobody else has it. */
const ownColour = kept<number | null>("colour", null, isColour);

/** Shows everybody and what they do, one's own settings, and a link for inviting others. */
export function PeopleBox({ presence }: { readonly presence: Presence }) {
  const people = useValue(presence.people);
  const self = people.find(({ isSelf }) => isSelf);
  const others = people.filter(({ isSelf }) => !isSelf);
  return (
    <div className="people-box" role="dialog" aria-label="People">
      {self !== undefined && <OwnRow self={self} />}
      <ul>
        {others.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
        {others.length === 0 && (
          <li className="muted">Nobody else is here. Share the link, and others join you in this world.</li>
        )}
      </ul>
      <ShareBox role={self?.role ?? ""} />
    </div>
  );
}

function OwnRow({ self }: { readonly self: Person }) {
  const { settings } = useApp();
  const [name, setName] = useState(self.name);
  const wish = useValue(ownColour);
  return (
    <div className="own-row">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") settings.name.set(name.trim());
        }}
      >
        <Face person={self} />
        <input
          type="text"
          aria-label="Your name"
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="text" disabled={name.trim() === "" || name.trim() === self.name}>
          Rename
        </button>
      </form>
      <div className="own-colours" role="radiogroup" aria-label="Your colour, from the next connection on">
        {Array.from({ length: 8 }, (_, colour) => (
          <button
            key={colour}
            type="button"
            role="radio"
            className="colour-swatch"
            aria-checked={(wish ?? self.colour) === colour}
            aria-label={`Colour ${colour + 1}`}
            {...tip("Your colour, from the next connection on")}
            style={{ background: `var(--person-${colour})` }}
            onClick={() => ownColour.set(colour)}
          />
        ))}
        <span className="muted">{self.role}</span>
      </div>
    </div>
  );
}

function PersonRow({ person }: { readonly person: Person }) {
  const app = useApp();
  const { view, worlds, layout, session } = app;
  const { name, role, camera, selected, isConnected, world } = person;
  useValue(worlds.list);
  /** The world that the person is in, if it is open here. */
  const there = worlds.of(world);
  const { mirror } = there ?? view;
  const scene = useValue(sceneSessionOf(app.inWorld(there ?? view)).open);
  const isThere = (entity: Entity): boolean => there !== undefined && mirror.world.exists(entity);
  const what = useTold(mirror.changes, () => selectionName(mirror.world, selected.filter(isThere)));
  const entry = session.worlds.current.find(({ namespace }) => namespace === world);
  const elsewhere = there === view || entry === undefined ? "" : `, in ${worldTitle(entry, session.worlds.current)}`;
  const goThere = (): WorldView => {
    const opened = worlds.open(world);
    worlds.turnTo(opened);
    layout.showWorld();
    return opened;
  };
  return (
    <li className={isConnected ? "person" : "person away"}>
      <Face person={person} />
      <span className="person-name">
        {name}
        <span className="muted">{isConnected ? role + elsewhere : "connection lost"}</span>
      </span>
      {what !== "" && (
        <button
          type="button"
          className="plain text person-selected"
          {...tip(`Select what ${name} has selected`)}
          onClick={() => goThere().selection.set(selected.filter(isThere))}
        >
          <MousePointer2 />
          <span>{what}</span>
        </button>
      )}
      {there === undefined ? (
        <IconButton
          icon={DoorOpen}
          title={`Open the world that ${name} is in`}
          isPlain
          isDisabled={entry === undefined}
          onClick={goThere}
        />
      ) : (
        <IconButton
          icon={Eye}
          title={`Look from where ${name} looks`}
          isPlain
          isDisabled={camera === undefined || scene === undefined}
          onClick={() => camera && sceneSessionOf(app.inWorld(goThere())).lookFrom(camera)}
        />
      )}
    </li>
  );
}

function selectionName(world: World, entities: readonly Entity[]): string {
  const [first] = entities;
  if (first === undefined || !world.exists(first)) return "";
  return entities.length > 1 ? `${entities.length} things` : scopedName(world, first);
}
