import type { WorldApp } from "../../shell/app.ts";
import { TreeState } from "./tree-state.ts";

/** Returns the tree of a world while its plugin is loaded, whether or not its panel is open. */
export function treeOf({ view }: WorldApp): TreeState | undefined {
  return view.services.find(TreeState);
}

/** Creates the tree of a world; it exists until the result is disposed of. */
export function startTree({ view }: WorldApp): Disposable {
  view.services.of(TreeState, () => new TreeState(view.mirror));
  return { [Symbol.dispose]: () => view.services.end(TreeState) };
}
