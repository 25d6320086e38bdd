import type { Entity } from "@orrery/sim";
import { createDragDropManager } from "dnd-core";
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { Tree, type TreeApi } from "react-arborist";
import { isSameList, useApp, useValue } from "../../shell/hooks.ts";
import type { PopoverAnchor } from "../../ui/popover.tsx";
import { useSize } from "../../ui/use-size.ts";
import { choose, type Choice, type ChoiceMode } from "./choose.ts";
import { EntityMenu } from "./entity-menu.tsx";
import { frameCommand, TreeContext, type TreeActions } from "./tree-context.ts";
import { onTreeKey } from "./tree-keys.ts";
import { TreeRowElement, TreeRowFrame } from "./tree-row.tsx";
import { idOf, type TreeRow } from "./tree-rows.ts";
import type { TreeState } from "./tree-state.ts";

export interface TreeListProps {
  readonly tree: TreeState;
  readonly api: RefObject<TreeApi<TreeRow> | undefined>;
}

/** The rows: only those in sight are drawn. */
export function TreeList({ tree, api }: TreeListProps) {
  const { selection, commands } = useApp();
  const { root } = useValue(tree.shown);
  const { ref, width, height } = useSize<HTMLDivElement>();
  const [menuAt, setMenuAt] = useState<PopoverAnchor>();
  const anchor = useRef(selection.primary);
  const own = useRef<readonly Entity[]>([]);

  const actions = useMemo((): TreeActions => {
    const act = (mode: ChoiceMode, entity: Entity): void => {
      const before: Choice | undefined =
        anchor.current === undefined ? undefined : { entities: selection.entities, anchor: anchor.current };
      const rows = tree.shown.current.rows.map(({ item }) => item.entity);
      const next = choose(mode, entity, before, rows);
      anchor.current = next.anchor;
      own.current = next.entities;
      selection.set(next.entities);
      api.current?.focus(idOf(entity));
    };
    return {
      tree,
      choose: act,
      move: (entity) => api.current?.focus(idOf(entity)),
      openMenu: (entity, at) => {
        if (!selection.has(entity)) act("only", entity);
        setMenuAt(at);
      },
      frame: () => {
        const command = frameCommand(commands);
        if (command !== undefined) commands.perform(command);
      },
    };
  }, [selection, commands, tree, api]);

  // What is chosen elsewhere is unfolded and brought into sight.
  const isDrawn = height > 0;
  useEffect(() => {
    if (!isDrawn) return undefined;
    const reveal = (entities: readonly Entity[]): void => {
      const { primary } = selection;
      if (primary === undefined || isSameList(entities, own.current)) return;
      anchor.current = primary;
      tree.reveal(entities);
      // A search may hide it.
      if (tree.shown.current.rows.some(({ id }) => id === idOf(primary))) {
        void api.current?.scrollTo(idOf(primary), "smart");
      }
    };
    reveal(selection.entities);
    const listening = selection.changes.on(reveal);
    return () => listening[Symbol.dispose]();
  }, [selection, tree, api, isDrawn]);

  const data = useMemo(() => (root === undefined ? [] : [root]), [root]);
  const rowHeight = useRowHeight();
  const closeMenu = useCallback(() => setMenuAt(undefined), []);
  return (
    <TreeContext value={actions}>
      <div
        ref={ref}
        className="tree-list"
        onKeyDownCapture={(event) => onTreeKey(event, actions, { api, selection, commands })}
        onPointerLeave={() => selection.hover(undefined)}
        onFocus={(event) => {
          // Entered by Tab: at what is chosen rather than at the top.
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
 * Rows are not dragged. Left alone, every tree makes a manager with listeners on the window, and two of them, as when the dock
 * moves the panel, throw.
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

/** Reads the height from the page's style: fingers get higher rows than a mouse. */
function useRowHeight(): number {
  return useMemo(() => {
    const text = getComputedStyle(document.documentElement).getPropertyValue("--row-height");
    return Number.parseFloat(text) || 24;
  }, []);
}
