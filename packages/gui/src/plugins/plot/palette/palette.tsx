import { useRef, useState } from "react";
import { useValue, useWorld } from "../../../shell/hooks.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import type { Program } from "../programs/program-list.ts";
import type { PlotSession } from "../plot-session.ts";
import { plotsOf } from "../world-plots.ts";
import { Fold } from "./fold.tsx";
import { FoundRows } from "./found-rows.tsx";
import { ItemRows } from "./item-rows.tsx";
import { focusFirstRow, moveInRows, plotFirstRow } from "./row-keys.ts";
import { readSearch, type SearchWords } from "./search-words.ts";
import { FoundTopics, TopicRows } from "./topic-rows.tsx";

/** Lists what can be plotted: fields of topics, values of models, of the simulation itself, and of programs outside. */
export function Palette({ session }: { readonly session: PlotSession }) {
  const [text, setText] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const programs = useValue(plotsOf(useWorld()).programs.programs.list);
  const search = readSearch(text);
  const isSearch = search.words.length + search.columns.length > 0;
  return (
    <div className="plot-palette">
      <SearchField
        ref={field}
        label="Search values"
        placeholder="Search"
        title="Words of the name, such as “ball pose z”. Enter plots the first value"
        text={text}
        onText={setText}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") focusFirstRow(event, list.current);
          if (event.key === "Enter" && isSearch) plotFirstRow(event, list.current);
        }}
      />
      <div
        ref={list}
        className="plot-palette-list"
        role="group"
        aria-label="Values"
        onKeyDown={(event) => moveInRows(event, field.current)}
      >
        {isSearch ? (
          <Found search={search} programs={programs} session={session} />
        ) : (
          <Parts programs={programs} session={session} />
        )}
      </div>
    </div>
  );
}

interface PartsProps {
  readonly programs: readonly Program[];
  readonly session: PlotSession;
}

function Parts({ programs, session }: PartsProps) {
  return (
    <>
      <Fold isPart title="Topics" label="Topics">
        <TopicRows session={session} />
      </Fold>
      <Fold isPart title="Models" label="Values of models" isOpenAtFirst>
        <ItemRows of="" part="things" session={session} />
      </Fold>
      <Fold isPart title="Simulation" label="Values of Simulation" isOpenAtFirst>
        <ItemRows of="" part="items" session={session} />
      </Fold>
      {programs.length > 0 && (
        <Fold isPart title="Programs" label="Values of programs" tip="Programs outside of the world" isOpenAtFirst>
          {programs.map((program) => (
            <Fold key={program.prefix} title={program.id} label={`Values of ${program.id}`} tip={program.prefix}>
              <ItemRows of="" program={program} session={session} />
            </Fold>
          ))}
        </Fold>
      )}
    </>
  );
}

function Found({ search, programs, session }: PartsProps & { readonly search: SearchWords }) {
  return (
    <>
      <FoundRows search={search} session={session} />
      {programs.map((program) => (
        <FoundRows key={program.prefix} search={search} program={program} session={session} />
      ))}
      <FoundTopics search={search} session={session} />
    </>
  );
}
