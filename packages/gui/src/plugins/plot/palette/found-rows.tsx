import type { Program } from "../programs/program-list.ts";
import type { PlotSession } from "../plot-session.ts";
import { Item } from "./item-rows.tsx";
import type { SearchWords } from "./search-words.ts";
import { useFoundItems } from "./use-found-items.ts";

export interface FoundRowsProps {
  readonly search: SearchWords;
  /** The program whose items are searched; undefined for the world's own. */
  readonly program?: Program;
  readonly session: PlotSession;
}

/** Lists the items of a whole manager whose names have some words. */
export function FoundRows({ search, program, session }: FoundRowsProps) {
  const { items, isSearching, hasMore, problem } = useFoundItems(search.words, program?.prefix);
  return (
    <>
      {items.map((item) => (
        <Item
          key={item.name}
          item={item}
          program={program}
          title={lastOf(item.name ?? "")}
          owner={ownerOf(item.name ?? "", program)}
          search={search}
          plot={undefined}
          session={session}
        />
      ))}
      <p className="plot-row-note" role="status">
        {problem || noteOf(items.length, isSearching, hasMore)}
      </p>
    </>
  );
}

/** Returns the last part of a name, which tells the items of one thing apart. */
function lastOf(name: string): string {
  return name.slice(beforeLast(name).length).replace(/^::/, "");
}

function ownerOf(name: string, program: Program | undefined): string {
  return program === undefined ? beforeLast(name) : `${program.id}/${beforeLast(name)}`;
}

function beforeLast(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf("::")));
}

function noteOf(count: number, isSearching: boolean, hasMore: boolean): string {
  if (isSearching) return "Searching…";
  if (hasMore) return "There are more: another word helps";
  return count === 0 ? "No value has these words" : "";
}
