import type { WorldApp } from "../../../shell/app.ts";
import type { SharedPart } from "../../../shell/sharing/shared-view.ts";
import { plotsOf } from "../world-plots.ts";
import { readSetup } from "./plot-setup.ts";
import { setupsOf } from "./plot-setups.ts";

/** Shares the plots, their formulas, the time that they show and the cursors in links. */
export function sharedPlots(app: WorldApp): SharedPart {
  const setups = setupsOf(app);
  const { cursors } = plotsOf(app.view);
  return {
    read: () => (setups.isEmpty ? undefined : { ...setups.fixed, cursors: cursors.current }),
    show: (value) => {
      setups.show(readSetup(value));
      const { a, b } = (value as { readonly cursors?: { readonly a?: unknown; readonly b?: unknown } }).cursors ?? {};
      if (Number.isFinite(a) && Number.isFinite(b)) cursors.set({ a: a as number, b: b as number });
    },
  };
}
