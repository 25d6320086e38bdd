import { useEffect, useMemo, useState } from "react";
import { curveOfItem, type CurveInfo, type FormulaScope } from "@orrery/plots";
import { useValue, useWorld } from "../../../shell/hooks.ts";
import { runKey } from "../runs/run-key.ts";
import type { CurveSource } from "../sources/source.ts";
import { SourceScope } from "./names-of-inputs.ts";
import { plotsOf } from "../world-plots.ts";
import type { Formulas } from "./saved-formulas.ts";

/** Returns what a formula can use: the world's items, kept runs, what is plotted already, and other formulas. */
export function useFormulaScope(sources: CurveSource, formulas: Formulas): FormulaScope {
  const view = useWorld();
  const client = useValue(view.client);
  const [listed, setListed] = useState<ReadonlyMap<string, CurveInfo>>(new Map());
  useEffect(() => {
    if (client === undefined) return undefined;
    let isOver = false;
    client.node
      .request(`${client.manager}/items`, {}, { response: "orrery.msgs.IntrospectionItems" })
      .then(({ items = [] }) => {
        const known = items.flatMap(({ name = "", type = "", units = [] }): [string, CurveInfo][] => {
          const info = curveOfItem(type, units);
          return info === undefined ? [] : [[name, info]];
        });
        if (!isOver) setListed(new Map(known));
      })
      // Without the list there are fewer completions, but everything plotted already can be used.
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [client]);
  const runs = useValue(plotsOf(view).runs.list);
  return useMemo(() => {
    const things = runs.flatMap(({ run }) =>
      run.things.flatMap(({ name, info }): [string, CurveInfo][] =>
        info === undefined ? [] : [[runKey({ run: run.name, thing: name }), info]],
      ),
    );
    return new SourceScope(sources, formulas, new Map([...listed, ...things]));
  }, [sources, formulas, listed, runs]);
}
