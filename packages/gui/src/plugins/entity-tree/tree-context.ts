import type { Entity } from "@orrery/sim";
import { createContext, use } from "react";
import type { Command, Commands } from "../../shell/commands/commands.ts";
import type { PopoverAnchor } from "../../ui/popover.tsx";
import type { ChoiceMode } from "./choose.ts";
import type { TreeState } from "./tree-state.ts";

/** Actions that rows can call. */
export interface TreeActions {
  readonly tree: TreeState;
  readonly choose: (mode: ChoiceMode, entity: Entity) => void;
  /** Moves the focus only. */
  readonly move: (entity: Entity) => void;
  readonly openMenu: (entity: Entity, at: PopoverAnchor) => void;
  /** Frames the selection in the scene. */
  readonly frame: () => void;
}

/** Returns the framing command of the plugin that draws the scene. */
export function frameCommand({ list }: Commands): Command | undefined {
  return list.current.find(({ id }) => id === "scene.frame-selection");
}

export const TreeContext = createContext<TreeActions | undefined>(undefined);

export function useTreeActions(): TreeActions {
  const actions = use(TreeContext);
  if (actions === undefined) throw new Error("this row is outside the tree");
  return actions;
}
