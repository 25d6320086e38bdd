import type { App } from "../../shell/app.ts";
import type { TreeState } from "./tree-state.ts";

const trees = new WeakMap<App, TreeState>();

/** The tree of a page, as long as its plugin is loaded, whether its panel is open or not. */
export function treeOf(app: App): TreeState | undefined {
  return trees.get(app);
}

export function keepTree(app: App, tree: TreeState): Disposable {
  trees.set(app, tree);
  return { [Symbol.dispose]: () => void trees.delete(app) };
}
