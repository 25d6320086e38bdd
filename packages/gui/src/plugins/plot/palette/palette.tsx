import { useRef, useState } from "react";
import { useValue, useWorld } from "../../../shell/hooks.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import type { PlotSession } from "../plot-session.ts";
import { Fold } from "./fold.tsx";
import { ItemRows } from "./item-rows.tsx";
import { focusFirstRow, moveInRows } from "./row-keys.ts";
import { plotsOf } from "../world-plots.ts";
import { TopicRows } from "./topic-rows.tsx";

/** Lists what can be plotted: fields of topics, values of models, and values of the simulation itself. */
export function Palette({ session }: { readonly session: PlotSession }) {
  const [text, setText] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const programs = useValue(plotsOf(useWorld()).programs.programs.list);
  const words = text.toLowerCase().split(" ").filter(Boolean);
  return (
    <div className="plot-palette">
      <SearchField
        ref={search}
        label="Search values"
        placeholder="Search"
        text={text}
        onText={setText}
        onKeyDown={(event) => event.key === "ArrowDown" && focusFirstRow(event, list.current)}
      />
      <div
        ref={list}
        className="plot-palette-list"
        role="group"
        aria-label="Values"
        onKeyDown={(event) => moveInRows(event, search.current)}
      >
        <Fold isPart title="Topics" label="Topics">
          <TopicRows words={words} session={session} />
        </Fold>
        <Fold isPart title="Models" label="Values of models" isOpenAtFirst>
          <ItemRows of="" part="things" words={words} session={session} />
        </Fold>
        <Fold isPart title="Simulation" label="Values of Simulation" isOpenAtFirst>
          <ItemRows of="" part="items" words={words} session={session} />
        </Fold>
        {programs.length > 0 && (
          <Fold isPart title="Programs" label="Values of programs" tip="Programs outside of the world" isOpenAtFirst>
            {programs.map((program) => (
              <Fold key={program.prefix} title={program.id} label={`Values of ${program.id}`} tip={program.prefix}>
                <ItemRows of="" program={program} words={words} session={session} />
              </Fold>
            ))}
          </Fold>
        )}
      </div>
    </div>
  );
}
