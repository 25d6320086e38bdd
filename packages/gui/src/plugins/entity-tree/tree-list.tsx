import type { Entity } from "@orrery/sim";
import { createDragDropManager } from "dnd-core";
import { useCallback, useEffect, useMemo, useState, type RefObject } from "react";
import { Tree, type TreeApi } from "react-arborist";
import { useApp, useValue } from "../../shell/hooks.ts";
import { readPixels } from "../../style/tokens.ts";
import { opensMenus } from "../../ui/menu-requests.ts";
import type { PopoverAnchor } from "../../ui/popover.tsx";
import { useSize } from "../../ui/use-size.ts";
import { EntityMenu } from "./entity-menu.tsx";
import { TreeContext } from "./tree-context.ts";
import { onTreeKey } from "./tree-keys.ts";
import { TreeRowElement, TreeRowFrame } from "./tree-row.tsx";
import { idOf, type TreeRow } from "./tree-rows.ts";
import type { TreeState } from "./tree-state.ts";
import { useTreeChoice } from "./use-tree-choice.ts";

export interface TreeListProps {
  readonly tree: TreeState;
  readonly api: RefObject<TreeApi<TreeRow> | undefined>;
}

/** Draws the rows that are in sight. */
export function TreeList({ tree, api }: TreeListProps) {
  const { commands } = useApp();
  const { selection } = useApp().view;
  const { root } = useValue(tree.shown);
  const { ref, width, height } = useSize<HTMLDivElement>();
  const [menuAt, setMenuAt] = useState<PopoverAnchor>();
  const isDrawn = height > 0;
  const actions = useTreeChoice({ tree, api, isDrawn, onMenu: setMenuAt });
  const data = useMemo(() => (root === undefined ? [] : [root]), [root]);
  const rowHeight = useRowHeight();
  const closeMenu = useCallback(() => setMenuAt(undefined), []);
  useEffect(() => {
    const opening = opensMenus(ref.current!, ({ target, x, y }) => {
      const row = target.closest<HTMLElement>(".tree-row");
      if (row !== null) actions.openMenu(Number(row.dataset["entity"]) as Entity, { x, y });
      return row !== null;
    });
    return () => opening[Symbol.dispose]();
  }, [ref, actions]);
  return (
    <TreeContext value={actions}>
      <div
        ref={ref}
        className="tree-list"
        onKeyDownCapture={(event) => onTreeKey(event, actions, { api, selection, commands })}
        onPointerLeave={() => selection.hover(undefined)}
        onFocus={(event) => {
          // When Tab enters the tree, the focus goes to the selection rather than the top.
          if (event.target.getAttribute("role") !== "tree" || event.currentTarget.contains(event.relatedTarget)) return;
          const { primary } = selection;
          if (primary !== undefined && api.current?.get(idOf(primary))) api.current.focus(idOf(primary));
        }}
      >
        {isDrawn && (
          <Tree<TreeRow>
            ref={api}
            data={data}
            openByDefault
            aria-label="Entities of the world"
            width={width}
            height={height}
            rowHeight={rowHeight}
            overscanCount={8}
            dndManager={NO_DRAGGING}
            disableDrag
            disableDrop
            disableEdit
            disableDeselectOnClick
            renderRow={TreeRowFrame}
          >
            {TreeRowElement}
          </Tree>
        )}
      </div>
      {menuAt !== undefined && <EntityMenu tree={tree} anchor={menuAt} onClose={closeMenu} />}
    </TreeContext>
  );
}

/**
 * Rows are not dragged. By default every tree creates a manager with listeners on the window, and two at a time, as
 * while the dock moves the panel, throw.
 */
const NO_DRAGGING = createDragDropManager(() => {
  const nothing = (): (() => void) => () => {};
  return {
    setup: () => {},
    teardown: () => {},
    profile: () => ({}),
    connectDragSource: nothing,
    connectDragPreview: nothing,
    connectDropTarget: nothing,
  };
});

/** Reads the height from the page's style: rows are higher for fingers than for a mouse. */
function useRowHeight(): number {
  return useMemo(() => readPixels("--row-height") || 24, []);
}
