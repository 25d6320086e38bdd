import {
  AlignStartVertical,
  ArrowDownToLine,
  Axis3d,
  CircleDot,
  Magnet,
  MousePointer2,
  Move3d,
  Rotate3d,
  Scaling,
  type LucideIcon,
} from "lucide-react";
import { whyNoEditing } from "../../client/may-edit.ts";
import type { Command } from "../../shell/commands/commands.ts";
import type { Tool } from "./gizmo/handle.ts";
import type { TransformState } from "./transform-state.ts";

export interface ToolWords {
  readonly tool: Tool;
  readonly title: string;
  readonly keys: string;
  readonly icon: LucideIcon;
}

/** In the order of the strip. Keys are Gazebo's, where it has them. */
export const toolWords: readonly ToolWords[] = [
  { tool: "select", title: "Select", keys: "Escape", icon: MousePointer2 },
  { tool: "translate", title: "Translate", keys: "T", icon: Move3d },
  { tool: "rotate", title: "Rotate", keys: "R", icon: Rotate3d },
  { tool: "scale", title: "Scale", keys: "S", icon: Scaling },
  { tool: "snap", title: "Snap to a surface", keys: "V", icon: ArrowDownToLine },
];

export const optionKeys = { axes: "L", pivot: "O", snaps: "Shift+G", align: "Shift+A" } as const;

/** Returns the menu Edit's commands for tools. */
export function transformCommands(state: TransformState): readonly Command[] {
  const { settings, isAligning, app } = state;
  const whyNot = (): string | undefined => whyNoEditing(app.view);
  const tools = toolWords.map(({ tool, title, keys, icon }): Command => ({
    id: `transform.${tool}`,
    title,
    menu: "Edit",
    group: "tools",
    icon,
    keys,
    isOn: () => settings.tool.current === tool,
    // While no tool is in hand, Escape belongs to others.
    ...(tool === "select" ? { isEnabled: () => settings.tool.current !== "select" } : { whyNot }),
    run: () => settings.tool.set(tool),
  }));
  const common = { menu: "Edit" as const, group: "tool-options", whyNot };
  return [
    ...tools,
    {
      ...common,
      id: "transform.local-axes",
      title: "Local axes",
      icon: Axis3d,
      keys: optionKeys.axes,
      isOn: () => settings.axes.current === "local",
      run: () => settings.axes.set(settings.axes.current === "local" ? "world" : "local"),
    },
    {
      ...common,
      id: "transform.own-pivots",
      title: "Each about its own origin",
      icon: CircleDot,
      keys: optionKeys.pivot,
      isOn: () => settings.pivot.current === "own",
      run: () => settings.pivot.set(settings.pivot.current === "own" ? "centre" : "own"),
    },
    {
      ...common,
      id: "transform.snapping",
      title: "Snap to steps",
      icon: Magnet,
      keys: optionKeys.snaps,
      isOn: () => settings.snaps.current,
      run: () => settings.snaps.set(!settings.snaps.current),
    },
    {
      ...common,
      id: "transform.align",
      title: "Align…",
      icon: AlignStartVertical,
      keys: optionKeys.align,
      whyNot: () => whyNot() ?? (state.targets.length > 1 ? undefined : ALONE),
      run: () => isAligning.set(!isAligning.current),
    },
  ];
}

/** A reason that follows the word "because". */
const ALONE = "one thing has nothing to be aligned to; select two or more";
