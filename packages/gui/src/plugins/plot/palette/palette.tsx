import { ChevronDown, ChevronRight, Plus } from "lucide-react";
import { useState } from "react";
import type { orrery } from "@orrery/msgs";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { tip } from "../../../ui/tip.ts";
import { unitOf } from "../curve-text.ts";
import { columnsOf, describeItem } from "../data/describe-item.ts";
import type { PlotSession } from "../plot-session.ts";
import { addCurve } from "../curve-edits.ts";
import { keyOf } from "../sources/source.ts";
import { startDrag } from "./drag-item.ts";
import { useThingItems } from "./thing-items.ts";

/** Lists the values that can be plotted, of the simulation and of its models. */
export function Palette({ session }: { readonly session: PlotSession }) {
  const [text, setText] = useState("");
  const words = text.toLowerCase().split(" ").filter(Boolean);
  return (
    <div className="plot-palette">
      <SearchField label="Search values" placeholder="Search" text={text} onText={setText} />
      <div className="plot-palette-list" role="group" aria-label="Values">
        <Thing name="" title="Simulation" words={words} session={session} isOpenAtFirst />
      </div>
    </div>
  );
}

interface ThingProps {
  /** The full name; empty for the world. */
  readonly name: string;
  readonly title: string;
  readonly words: readonly string[];
  readonly session: PlotSession;
  readonly isOpenAtFirst?: boolean;
}

function Thing({ name, title, words, session, isOpenAtFirst = false }: ThingProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div>
      <button type="button" className="plot-thing" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Chevron />
        <span>{title}</span>
      </button>
      {isOpen && (
        <div className="plot-thing-parts" role="group" aria-label={`Values of ${title}`}>
          <ThingParts name={name} words={words} session={session} />
        </div>
      )}
    </div>
  );
}

function ThingParts({ name, words, session }: Omit<ThingProps, "title">) {
  const { items, things, problem } = useThingItems(name);
  const below = name === "" ? 0 : name.length + 2;
  const fits = ({ name: item = "" }: orrery.IntrospectionItem): boolean =>
    words.every((word) => item.toLowerCase().includes(word));
  if (problem !== "") return <p className="muted">{problem}</p>;
  return (
    <>
      {items.filter(fits).map((item) => (
        <Item key={item.name} item={item} title={(item.name ?? "").slice(below)} session={session} />
      ))}
      {things.map((thing) => (
        <Thing key={thing} name={thing} title={thing.slice(below)} words={words} session={session} />
      ))}
    </>
  );
}

interface ItemProps {
  readonly item: orrery.IntrospectionItem;
  readonly title: string;
  readonly session: PlotSession;
}

function Item({ item, title, session }: ItemProps) {
  const { name = "", unavailable = "", note = "" } = item;
  if (unavailable !== "") {
    return (
      <div className="plot-item" aria-disabled {...tip(`Not available: ${unavailable}`)}>
        <span className="muted">{title}</span>
      </div>
    );
  }
  const key = keyOf("item", name);
  const described = describeItem(item);
  return columnsOf(item).map((column, index) => {
    const shown = column === "" ? title : `${title}.${column}`;
    const unit = unitOf(described, index);
    const plot = (): void => session.change((state) => addCurve(state, key, index, state.plots.at(-1)?.id));
    return (
      <div
        key={column}
        className="plot-item"
        draggable
        onDragStart={(event) => startDrag(event.dataTransfer, { key, column: index })}
        onDoubleClick={plot}
        {...tip(note === "" ? undefined : note, { isLate: true })}
      >
        <span>{shown}</span>
        <span className="muted">{unit}</span>
        <IconButton icon={Plus} title={`Plot ${shown}`} isPlain onClick={plot} />
      </div>
    );
  });
}
