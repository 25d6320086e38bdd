import type { KeyboardEvent, RefObject } from "react";
import type { TreeApi } from "react-arborist";
import type { Commands } from "../../shell/commands/commands.ts";
import type { Selection } from "../../client/selection.ts";
import type { TreeActions } from "./tree-context.ts";
import { idOf, type TreeRow } from "./tree-rows.ts";

interface KeyPlace {
  readonly api: RefObject<TreeApi<TreeRow> | undefined>;
  readonly selection: Selection;
  readonly commands: Commands;
}

/** Handles keys in the tree. Tab belongs to the tree; keys that the tree does not use go to the page's commands. */
export function onTreeKey(event: KeyboardEvent, actions: TreeActions, { api, selection, commands }: KeyPlace): void {
  // The user is typing a name.
  if (event.target instanceof HTMLInputElement) return;
  if (event.key === "Tab" || event.key === "Shift" || event.key === "Control") return;
  const { rows } = actions.tree.shown.current;
  const focused = api.current?.focusedNode?.data;
  const at = focused === undefined ? -1 : rows.findIndex(({ id }) => id === focused.id);
  const page = Math.max(1, (api.current?.visibleStopIndex ?? 0) - (api.current?.visibleStartIndex ?? 0) - 1);
  event.stopPropagation();
  const step = stepOf(event.key, page, rows.length);
  if (step !== undefined && (!event.altKey || rows.length === 0)) {
    const row = rows[Math.max(0, Math.min(at + step, rows.length - 1))];
    if (row !== undefined && event.ctrlKey && !event.shiftKey) actions.move(row.item.entity);
    else if (row !== undefined) actions.choose(event.shiftKey ? "range" : "only", row.item.entity);
    return event.preventDefault();
  }
  if (doTo(focused, event, actions, { selection, parentOf: () => parentRow(rows, at) })) return event.preventDefault();
  if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
    selection.set(rows.map(({ item }) => item.entity));
    return event.preventDefault();
  }
  if (event.key === "Escape") {
    if (actions.tree.searchText.current !== "") actions.tree.search("");
    else selection.clear();
    return event.preventDefault();
  }
  if (commands.press(event.nativeEvent)) event.preventDefault();
}

/** Returns the number of rows to move; for Home and End the whole tree. */
function stepOf(key: string, page: number, count: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return 1;
    case "ArrowUp":
      return -1;
    case "PageDown":
      return page;
    case "PageUp":
      return -page;
    case "Home":
      return -count;
    case "End":
      return count;
    default:
      return undefined;
  }
}

/** Applies a key to the row with the focus. Returns whether the key was used. */
function doTo(
  row: TreeRow | undefined,
  event: KeyboardEvent,
  { tree, choose, openMenu, frame }: TreeActions,
  { selection, parentOf }: { readonly selection: Selection; readonly parentOf: () => TreeRow | undefined },
): boolean {
  if (row === undefined) return false;
  const { entity } = row.item;
  if (event.key === "ArrowRight") {
    if (row.isOpen === false) tree.toggle(entity, true);
    else if (row.children[0] !== undefined) choose("only", row.children[0].item.entity);
  } else if (event.key === "ArrowLeft") {
    const parent = parentOf();
    if (row.isOpen) tree.toggle(entity, false);
    else if (parent !== undefined) choose("only", parent.item.entity);
  } else if (event.key === "*") tree.toggleAll(entity, true);
  else if (event.key === " " && event.ctrlKey) choose("toggle", entity);
  else if (event.key === "Enter") {
    if (!selection.has(entity)) choose("only", entity);
    frame();
  } else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
    const element = document.querySelector<HTMLElement>(`.tree-row[data-entity="${idOf(entity)}"] .tree-name`);
    if (element !== null) openMenu(entity, element);
  } else return false;
  return true;
}

function parentRow(rows: readonly TreeRow[], at: number): TreeRow | undefined {
  const level = rows[at]?.level ?? 0;
  return rows.slice(0, Math.max(at, 0)).findLast((row) => row.level < level);
}
