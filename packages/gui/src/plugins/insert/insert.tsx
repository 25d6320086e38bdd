import { FilePlus, PackagePlus } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useWhyNoEditing } from "../../shell/use-may-edit.ts";
import { carryHovering } from "./carry-held.ts";
import { EntryTile } from "./entry-tile.tsx";
import { insertCommands, offerModels } from "./insert-commands.ts";
import { InsertSession, insertSessionOf } from "./insert-session.ts";
import { DropTool, insertFiles } from "./drop-tool.ts";
import { EmptyWorld } from "./empty-world.tsx";
import { groundEntry } from "./ground-entry.ts";
import { PlacingHint } from "./placing-hint.tsx";
import { sceneSessionOf } from "../scene/api.ts";
import { foundEntries, type PaletteEntry } from "./palette-entry.ts";
import { lightEntries, shapeEntries } from "./shape-entries.ts";

/** Shapes, lights and models, to be dragged into the world. */
export default defineGuiPlugin({
  id: "insert",
  title: "Insert",
  icon: PackagePlus,
  summary: "Shapes, lights and models, to be dragged into the world",
  dock: "left",
  below: "entity-tree",
  View: InsertPanel,
  start: carryHovering,
  startWorld(app) {
    const parts = new DisposableStack();
    const { services } = app.view;
    const { insertion, models } = services.of(InsertSession, () => new InsertSession(app));
    parts.defer(() => services.end(InsertSession));
    parts.use(app.commands.add(...insertCommands(app, insertion)));
    parts.use(app.tools.take(new DropTool(app, insertion)));
    parts.use(app.offers.files.take((files) => insertFiles(insertion, files)));
    parts.use(offerModels(app, models, insertion));
    parts.use(sceneSessionOf(app).addPart(PlacingHint));
    parts.use(sceneSessionOf(app).addPart(EmptyWorld));
    return parts;
  },
});

function InsertPanel() {
  const app = useApp();
  const { models } = insertSessionOf(app);
  const known = useValue(models.known);
  const [text, setText] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const reason = useWhyNoEditing();
  const modelsOfServer = known.kind === "known" ? known.entries : [];
  const sections = [
    { title: "Shapes", entries: foundEntries([...shapeEntries, groundEntry], text) },
    { title: "Lights", entries: foundEntries(lightEntries, text) },
    { title: "Models", entries: foundEntries(modelsOfServer, text) },
  ];
  const isNothing = sections.every(({ entries }) => entries.length === 0);
  return (
    <>
      <div className="panel-bar">
        <SearchField
          label="Find something to insert"
          placeholder="Shape or model"
          text={text}
          onText={setText}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown" && event.key !== "Enter") return;
            event.preventDefault();
            list.current?.querySelector<HTMLButtonElement>(".insert-tile")?.focus();
          }}
        />
        <IconButton
          icon={FilePlus}
          title={reason === undefined ? "SDF or URDF file…" : `SDF or URDF file… (${reason})`}
          keys="Ctrl+O"
          isPlain
          isDisabled={reason !== undefined}
          onClick={() => app.commands.run("insert.file")}
        />
      </div>
      <div ref={list} className="panel-body insert-list" onKeyDown={onArrow}>
        {reason !== undefined && <p className="insert-reason muted">Nothing can be inserted: {reason}.</p>}
        {sections.map(({ title, entries }) =>
          entries.length === 0 ? null : <Section key={title} title={title} entries={entries} reason={reason} />,
        )}
        {isNothing && <p className="insert-reason muted">Nothing is called “{text}”.</p>}
        {known.kind === "known" && modelsOfServer.length === 0 && text === "" && (
          <p className="insert-reason muted">
            Models appear here from folders with a model.config in the server’s resource folders.
          </p>
        )}
        {known.kind === "failed" && <p className="insert-reason muted">The models cannot be listed: {known.reason}.</p>}
      </div>
    </>
  );
}

function Section({
  title,
  entries,
  reason,
}: {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
  readonly reason: string | undefined;
}) {
  return (
    <section aria-label={title} className="insert-section">
      <h3>{title}</h3>
      <div className="insert-tiles">
        {entries.map((entry) => (
          <EntryTile key={entry.id} entry={entry} reason={reason} />
        ))}
      </div>
    </section>
  );
}

/** Moves the focus by arrows from tile to tile, up and down by rows. */
function onArrow(event: KeyboardEvent<HTMLDivElement>): void {
  const tiles = [...event.currentTarget.querySelectorAll<HTMLButtonElement>(".insert-tile")];
  const at = tiles.indexOf(document.activeElement as HTMLButtonElement);
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 0, ArrowUp: 0 }[event.key];
  if (at < 0 || step === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  if (step !== 0) return tiles[at + step]?.focus();
  const here = tiles[at]!.getBoundingClientRect();
  const isDown = event.key === "ArrowDown";
  const others = isDown ? tiles.slice(at + 1) : tiles.slice(0, at).reverse();
  const row = others.filter((tile) => tile.getBoundingClientRect().top !== here.top);
  const next = row.filter((tile) => tile.getBoundingClientRect().top === row[0]!.getBoundingClientRect().top);
  const apart = (tile: Element): number => Math.abs(tile.getBoundingClientRect().left - here.left);
  next.sort((a, b) => apart(a) - apart(b))[0]?.focus();
}
