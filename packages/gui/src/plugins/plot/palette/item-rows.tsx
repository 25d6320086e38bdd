import type { orrery } from "@orrery/msgs";
import { unitOf } from "../curve-text.ts";
import { columnsOf, describeItem } from "../data/describe-item.ts";
import type { PlotSession } from "../plot-session.ts";
import type { Program } from "../programs/program-list.ts";
import { programKey } from "../programs/program-key.ts";
import { keyOf } from "../sources/source.ts";
import { Fold } from "./fold.tsx";
import { IdleRow, NumberRow } from "./number-row.tsx";
import { useThingItems } from "./thing-items.ts";

export interface ItemRowsProps {
  /** The full name of a thing; empty for the manager itself. */
  readonly of: string;
  /** The program whose items they are; undefined for the world's own. */
  readonly program?: Program | undefined;
  /** Which part of the thing: its own items, the things below it, or both. */
  readonly part?: "items" | "things" | "both";
  readonly words: readonly string[];
  readonly plot?: string | undefined;
  readonly session: PlotSession;
}

/** More things than this in one list are found by the search. */
const MAX_THINGS = 300;

/** Lists the items of a thing, and the things below it. */
export function ItemRows({ of, program, part = "both", words, plot, session }: ItemRowsProps) {
  const { items, things, problem, isKnown } = useThingItems(of, program?.prefix);
  const below = of === "" ? 0 : of.length + 2;
  const fits = ({ name = "" }: orrery.IntrospectionItem): boolean =>
    words.every((word) => name.toLowerCase().includes(word));
  if (problem !== "") return <p className="plot-row-note">{problem}</p>;
  const left = things.length - MAX_THINGS;
  return (
    <>
      {part !== "things" &&
        items
          .filter(fits)
          .map((item) => (
            <Item
              key={item.name}
              item={item}
              program={program}
              title={(item.name ?? "").slice(below)}
              plot={plot}
              session={session}
            />
          ))}
      {part !== "items" &&
        things.slice(0, MAX_THINGS).map((thing) => {
          const title = thing.slice(below);
          return (
            <Fold key={thing} title={title} label={`Values of ${title}`} tip={thing}>
              <ItemRows of={thing} program={program} words={words} plot={plot} session={session} />
            </Fold>
          );
        })}
      {part !== "items" && left > 0 && <p className="plot-row-note">{left} more: search for them</p>}
      {part === "things" && things.length === 0 && isKnown && <p className="plot-row-note">The world is empty</p>}
    </>
  );
}

interface ItemProps {
  readonly item: orrery.IntrospectionItem;
  readonly program: Program | undefined;
  readonly title: string;
  readonly plot: string | undefined;
  readonly session: PlotSession;
}

/** Shows an item: a row for each of its numbers. */
export function Item({ item, program, title, plot, session }: ItemProps) {
  const { name = "", unavailable = "", note = "" } = item;
  if (unavailable !== "") return <IdleRow title={title} reason={`Not available: ${unavailable}`} />;
  const key = program === undefined ? keyOf("item", name) : programKey({ program: program.id, item: name });
  const described = describeItem(item);
  return columnsOf(item).map((column, index) => {
    const ending = column === "" ? "" : `.${column}`;
    return (
      <NumberRow
        key={column}
        number={{ key, column: index }}
        title={title + ending}
        name={name + ending}
        unit={unitOf(described, index)}
        note={note}
        plot={plot}
        session={session}
      />
    );
  });
}
