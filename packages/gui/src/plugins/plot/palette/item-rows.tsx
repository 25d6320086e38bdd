import type { orrery } from "@orrery/msgs";
import { columnsOf } from "@orrery/sim";
import { unitOf } from "../curve-text.ts";
import { describeItem } from "../data/describe-item.ts";
import type { PlotSession } from "../plot-session.ts";
import type { Program } from "../programs/program-list.ts";
import { programKey } from "../programs/program-key.ts";
import { keyOf } from "../sources/source.ts";
import { Fold } from "./fold.tsx";
import { IdleRow, NumberRow } from "./number-row.tsx";
import { isWanted, type SearchWords } from "./search-words.ts";
import { useThingItems } from "./thing-items.ts";

export interface ItemRowsProps {
  /** The full name of a thing; empty for the manager itself. */
  readonly of: string;
  /** The program whose items they are; undefined for the world's own. */
  readonly program?: Program | undefined;
  /** Which part of the world: its own items, the models, or both. */
  readonly part?: "items" | "things" | "both";
  readonly plot?: string | undefined;
  readonly session: PlotSession;
}

/** More things than this in one list are found by the search. */
const MAX_THINGS = 300;
/** What the systems cost is about the simulation, although it is listed beside the models. */
const COSTS = "systems";

/** Lists the items of a thing, and the things below it. */
export function ItemRows({ of, program, part = "both", plot, session }: ItemRowsProps) {
  const { items, things, problem, isKnown } = useThingItems(of, program?.prefix);
  const below = of === "" ? 0 : of.length + 2;
  if (problem !== "") return <p className="plot-row-note">{problem}</p>;
  const shown = things.filter((thing) => part === "both" || of !== "" || (thing === COSTS) === (part === "items"));
  const left = shown.length - MAX_THINGS;
  return (
    <>
      {part !== "things" &&
        items.map((item) => (
          <Item
            key={item.name}
            item={item}
            program={program}
            title={(item.name ?? "").slice(below)}
            plot={plot}
            session={session}
          />
        ))}
      {shown.slice(0, MAX_THINGS).map((thing) => {
        const title = thing.slice(below);
        return (
          <Fold key={thing} title={title} label={`Values of ${title}`} tip={thing}>
            <ItemRows of={thing} program={program} plot={plot} session={session} />
          </Fold>
        );
      })}
      {left > 0 && <p className="plot-row-note">{left.toLocaleString("en")} more: search for them</p>}
      {part === "things" && shown.length === 0 && isKnown && <p className="plot-row-note">The world is empty</p>}
    </>
  );
}

interface ItemProps {
  readonly item: orrery.IntrospectionItem;
  readonly program: Program | undefined;
  readonly title: string;
  /** The thing that it belongs to, where items of several things are listed together. */
  readonly owner?: string | undefined;
  /** Which of its numbers are wanted; all, if left out. */
  readonly search?: SearchWords;
  readonly plot: string | undefined;
  readonly session: PlotSession;
}

/** Shows an item: a row for each of its numbers. */
export function Item({ item, program, title, owner, search, plot, session }: ItemProps) {
  const { name = "", unavailable = "", note = "" } = item;
  if (unavailable !== "") return <IdleRow title={title} reason={`Not available: ${unavailable}`} />;
  const key = program === undefined ? keyOf("item", name) : programKey({ program: program.id, item: name });
  const described = describeItem(item);
  return columnsOf(item.type ?? "").map((column, index) => {
    if (search !== undefined && !isWanted(search, name, column)) return null;
    const ending = column === "" ? "" : `.${column}`;
    return (
      <NumberRow
        key={column}
        number={{ key, column: index }}
        title={title + ending}
        owner={owner}
        name={name + ending}
        unit={unitOf(described, index)}
        note={note}
        plot={plot}
        session={session}
      />
    );
  });
}
