import type { Entity } from "@orrery/sim";
import { useEffect, useMemo, useRef, type RefObject } from "react";
import type { TreeApi } from "react-arborist";
import { isSameList, useApp } from "../../shell/hooks.ts";
import type { PopoverAnchor } from "../../ui/popover.tsx";
import { choose, type Choice, type ChoiceMode } from "./choose.ts";
import { frameCommand, type TreeActions } from "./tree-context.ts";
import { idOf, type TreeRow } from "./tree-rows.ts";
import type { TreeState } from "./tree-state.ts";

interface TreeChoiceOptions {
  readonly tree: TreeState;
  readonly api: RefObject<TreeApi<TreeRow> | undefined>;
  readonly isDrawn: boolean;
  readonly onMenu: (at: PopoverAnchor) => void;
}

/** Selects by clicks on rows, and scrolls to entities that are selected elsewhere. */
export function useTreeChoice({ tree, api, isDrawn, onMenu }: TreeChoiceOptions): TreeActions {
  const { commands } = useApp();
  const { selection } = useApp().view;
  /** Where a range begins. */
  const anchor = useRef(selection.primary);
  /** The last selection made in the tree itself. */
  const own = useRef<readonly Entity[]>([]);

  useEffect(() => {
    if (!isDrawn) return undefined;
    const reveal = (entities: readonly Entity[]): void => {
      const { primary } = selection;
      if (primary === undefined || isSameList(entities, own.current)) return;
      anchor.current = primary;
      tree.reveal(entities);
      // A search may hide the row.
      if (tree.shown.current.rows.some(({ id }) => id === idOf(primary))) {
        void api.current?.scrollTo(idOf(primary), "smart");
      }
    };
    reveal(selection.entities);
    const listening = selection.changes.on(reveal);
    return () => listening[Symbol.dispose]();
  }, [selection, tree, api, isDrawn]);

  return useMemo((): TreeActions => {
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
        onMenu(at);
      },
      frame: () => {
        const command = frameCommand(commands);
        if (command !== undefined) commands.perform(command);
      },
    };
  }, [selection, commands, tree, api, onMenu]);
}
