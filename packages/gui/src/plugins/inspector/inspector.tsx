import { Lock, MousePointer2, SlidersHorizontal } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { type Entity } from "@orrery/sim";
import { useApp, useMirror, useSelected, useTold, useValue } from "../../shell/hooks.ts";
import { useWhyNoEditing } from "../../shell/use-may-edit.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { inHandOf } from "../transform/api.ts";
import { ComponentGroup } from "./component-group.tsx";
import { EntityReader, isComponentFound, type Reading } from "./fields/entity-reader.ts";
import { AddComponent } from "./add-component.tsx";
import { EditContext } from "./edit-context.ts";
import { FieldEditor } from "./fields/field-editor.ts";
import { groupsInOrder } from "./groups.ts";
import { EntityHeader, SelectionHeader } from "./headers.tsx";
import { angleUnit } from "./inspector-settings.ts";
import { isSameData } from "./fields/same-data.ts";
import { SwitchGroup } from "./switch-group.tsx";
import { switchesOf, type Switch } from "./switches.ts";
import { isTouch, pressWord } from "../../ui/is-touch.ts";
import { tip } from "../../ui/tip.ts";

/** Shows everything about the selection, live. */
export default defineGuiPlugin({
  id: "inspector",
  title: "Inspector",
  icon: SlidersHorizontal,
  summary: "Every component of the selection, live, with units",
  dock: "right",
  View: Inspector,
});

function Inspector() {
  const selected = useSelected();
  if (selected.length === 0) return <NothingChosen />;
  return <Chosen entities={selected} />;
}

function NothingChosen() {
  const hasWorld = useMirror(({ mirror }) => mirror.root !== undefined);
  return (
    <EmptyState icon={MousePointer2} title={hasWorld ? "Nothing is selected" : "Nothing to inspect yet"}>
      {hasWorld
        ? `${pressWord()} something in the scene or in the tree, or find it with ${isTouch() ? "the search" : "Ctrl+K"}; all its components are shown here`
        : "When the world has loaded, all components of what you select are shown here"}
    </EmptyState>
  );
}

function Chosen({ entities }: { readonly entities: readonly Entity[] }) {
  const app = useApp();
  const { mirror } = app.view;
  const lock = useWhyNoEditing();
  const compared = useMemo(() => entities.slice(-MAX_COMPARED), [entities]);
  const [text, setText] = useState("");
  const angles = useValue(angleUnit);
  useEffect(() => {
    const watched = [...new Set(compared.flatMap((entity) => withAbove(mirror.world, entity)))];
    const watching = new DisposableStack();
    for (const entity of watched.slice(0, MAX_WATCHED)) watching.use(mirror.watch(entity));
    return () => watching.dispose();
  }, [mirror, compared]);
  const inHand = inHandOf(app);
  // Tools hold only things directly in the world, whose poses are their own.
  const reader = useMemo(() => new EntityReader(mirror.world, (entity) => inHand.of(entity)?.pose), [mirror, inHand]);
  const read = (): Reading => reader.read(compared);
  useMirror(read);
  const reading = useTold(inHand.changes, read);
  const switches = useMirror(() => switchesOf(mirror.world, compared), isSameData);
  const found = filtered(reading, switches, text);
  const editor = useMemo(
    () => (lock === undefined ? new FieldEditor(app, entities) : undefined),
    [app, entities, lock],
  );
  return (
    <EditContext value={editor}>
      {entities.length === 1 ? (
        <EntityHeader entity={entities[0]!} tags={reading.tags} />
      ) : (
        <SelectionHeader entities={entities} compared={compared.length} />
      )}
      <div className="panel-bar inspector-bar">
        <SearchField label="Find components" placeholder="Component or field" text={text} onText={setText} />
        <button
          type="button"
          className="text"
          {...tip(
            angles === "deg"
              ? "Angles are in degrees\nSwitches to radians"
              : "Angles are in radians\nSwitches to degrees",
          )}
          onClick={() => angleUnit.set(angles === "deg" ? "rad" : "deg")}
        >
          <span className="visually-hidden">Angles in </span>
          {angles}
        </button>
      </div>
      {lock !== undefined && (
        <p className="inspector-lock" role="status">
          <Lock /> Nothing can be edited: {lock}
        </p>
      )}
      {/* Keyed by the selection: a text being typed belongs to the entities selected when it began. */}
      <div key={entities.join()} className="panel-body inspector-body" tabIndex={-1}>
        {groupsInOrder(found.components.map(({ group }) => group)).map((group) => {
          const components = found.components.filter((component) => component.group === group);
          if (group === SWITCHES)
            return found.switches.length === 0 ? null : <SwitchGroup key={group} switches={found.switches} />;
          return components.length === 0 ? null : <ComponentGroup key={group} group={group} components={components} />;
        })}
        {found.components.length === 0 && found.switches.length === 0 && (
          <EmptyState title={text === "" ? "Nothing in common" : `No component or field is called “${text}”`} />
        )}
        {text === "" && editor !== undefined && <AddComponent editor={editor} />}
      </div>
    </EditContext>
  );
}

interface Found {
  readonly components: Reading["components"];
  readonly switches: readonly Switch[];
}

function filtered({ components }: Reading, switches: readonly Switch[], text: string): Found {
  const switched = new Set(switches.map(({ name }) => name));
  const others = components.filter(({ name }) => !switched.has(name));
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return { components: others, switches };
  return {
    components: others.filter((component) => isComponentFound(component, wanted)),
    switches: switches.filter(({ title, name }) => `${title} ${name}`.toLowerCase().includes(wanted)),
  };
}

const SWITCHES = "Behaviour";

/** Returns an entity and all its ancestors, on which its place in the world depends. */
function withAbove(
  world: { exists(entity: Entity): boolean; parentOf(entity: Entity): Entity },
  entity: Entity,
): Entity[] {
  const path: Entity[] = [];
  for (let at = entity; at !== 0 && world.exists(at); at = world.parentOf(at)) path.push(at);
  return path;
}

/**
 * In a larger selection only this many, the last ones, are compared: comparing thousands at every change would take
 * longer than a frame.
 */
const MAX_COMPARED = 100;
/** The largest number that the stream accepts. */
const MAX_WATCHED = 256;
