import type { WorldApp } from "../../shell/app.ts";
import { TreeState } from "./tree-state.ts";

/** Returns the tree of a world, as long as its plugin is loaded, whether its panel is open or not. */
export function treeOf({ view }: WorldApp): TreeState | undefined {
  return view.services.find(TreeState);
}

/** Makes the tree of a world, until the result is disposed of. */
export function startTree({ view }: WorldApp): Disposable {
  view.services.of(TreeState, () => new TreeState(view.mirror));
  return { [Symbol.dispose]: () => view.services.end(TreeState) };
}
