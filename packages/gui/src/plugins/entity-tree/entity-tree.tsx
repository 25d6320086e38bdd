import { ArrowDownAZ, ListTree } from "lucide-react";
import { useRef } from "react";
import type { TreeApi } from "react-arborist";
import { useApp, useSelected, useValue } from "../../shell/hooks.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { counted, formatCount } from "../../ui/numbers/number-format.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { NoTree } from "./no-tree.tsx";
import { tellMissing } from "./tell-missing.ts";
import { toggleTreeOrder, treeOrder } from "./tree-settings.ts";
import { TreeList } from "./tree-list.tsx";
import type { TreeRow } from "./tree-rows.ts";
import { startTree, treeOf } from "./tree-of.ts";

/** Everything in the world, as a tree. */
export default defineGuiPlugin({
  id: "entity-tree",
  title: "Entities",
  icon: ListTree,
  summary: "Everything in the world, as a tree: find, select, frame, copy",
  dock: "left",
  View: EntityTree,
  startWorld(app) {
    const tree = startTree(app);
    const missing = tellMissing(app.view.mirror, app.notices);
    const sorting = app.commands.add({
      id: "entity-tree.sort",
      title: SORT,
      menu: "View",
      group: "tree",
      icon: ArrowDownAZ,
      isOn: () => treeOrder.current === "name",
      run: toggleTreeOrder,
    });
    const added = app.commands.add({
      id: "entity-tree.search",
      title: "Find in entities",
      menu: "Edit",
      group: "find",
      icon: ListTree,
      keys: "Ctrl+F",
      run: () => {
        app.layout.show("entity-tree");
        // Called at once, or the first letters typed would be lost; a panel that has just been opened has its field in
        // the next frame.
        if (!focusSearch()) requestAnimationFrame(focusSearch);
      },
    });
    return {
      [Symbol.dispose]: () => {
        added[Symbol.dispose]();
        sorting[Symbol.dispose]();
        tree[Symbol.dispose]();
        missing[Symbol.dispose]();
      },
    };
  },
});

const SORT = "Sort entities by name";

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>(".panel-entity-tree [role=searchbox]");
  field?.focus();
  return field !== null && document.activeElement === field;
}

function EntityTree() {
  const app = useApp();
  const tree = treeOf(app);
  if (tree === undefined) throw new Error("the tree has not been started");
  const shown = useValue(tree.shown);
  const text = useValue(tree.searchText);
  const order = useValue(treeOrder);
  const api = useRef<TreeApi<TreeRow> | undefined>(undefined);
  if (shown.size === 0) return <NoTree />;
  const enterTree = (): void => {
    const first = shown.rows.find(({ isMatch }) => isMatch) ?? shown.rows[0];
    if (first === undefined) return;
    app.view.selection.set([first.item.entity]);
    api.current?.focus(first.id);
  };
  return (
    <>
      <div className="panel-bar">
        <SearchField
          label="Find entities"
          placeholder="Name, kind:joint"
          title="Words of the name, kind:joint, #12 for an id; arm::hand looks in the whole path"
          text={text}
          onText={(next) => tree.search(next)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown" && event.key !== "Enter") return;
            event.preventDefault();
            enterTree();
          }}
        />
        <IconButton icon={ArrowDownAZ} title={SORT} isPlain isOn={order === "name"} onClick={toggleTreeOrder} />
      </div>
      {shown.rows.length === 0 ? (
        <EmptyState title={`Nothing is called “${text}”`}>
          <p>Kinds are found by kind:joint, ids by #12</p>
          <button type="button" className="text" onClick={() => tree.search("")}>
            Show everything
          </button>
        </EmptyState>
      ) : (
        <TreeList tree={tree} api={api} />
      )}
      <TreeStatus size={shown.size} found={shown.found} />
    </>
  );
}

function TreeStatus({ size, found }: { readonly size: number; readonly found: number | undefined }) {
  const selected = useSelected().length;
  return (
    <div className="tree-status" role="status">
      <span>
        {found === undefined ? counted(size, "entity", "entities") : `${formatCount(found)} of ${formatCount(size)}`}
      </span>
      {selected > 0 && <span>{formatCount(selected)} selected</span>}
    </div>
  );
}
