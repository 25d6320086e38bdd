import { Box, DraftingCompass, Eraser, Ruler, RulerDimensionLine, type LucideIcon } from "lucide-react";
import type { WorldApp } from "../../shell/app.ts";
import type { Command } from "../../shell/commands/commands.ts";
import { sceneSessionOf } from "../scene/api.ts";
import type { MeasureMode } from "./measure-kinds.ts";
import { measureSessionOf } from "./measure-session.ts";

export interface ModeWords {
  readonly mode: MeasureMode;
  /** The button's title. */
  readonly title: string;
  /** The command's title. */
  readonly command: string;
  readonly icon: LucideIcon;
}

export const modeWords: readonly ModeWords[] = [
  { mode: "distance", title: "Distance", command: "Measure a distance", icon: Ruler },
  { mode: "angle", title: "Angle", command: "Measure an angle", icon: DraftingCompass },
  { mode: "edge", title: "Edge", command: "Measure an edge", icon: RulerDimensionLine },
  { mode: "objects", title: "Objects", command: "Measure between objects", icon: Box },
];

/** Returns the commands that start the tool in each of its modes, put it away, and clear the measures. */
export function measureCommands(app: WorldApp): readonly Command[] {
  const session = measureSessionOf(app);
  const isOpen = (): boolean => sceneSessionOf(app).open.current !== undefined;
  const common = { menu: "View" as const, group: "measure" };
  return [
    {
      ...common,
      id: "measure.toggle",
      title: "Measure",
      icon: Ruler,
      keys: "M",
      isEnabled: isOpen,
      isOn: () => session.mode.current !== undefined,
      run: () => (session.mode.current === undefined ? session.begin() : session.end()),
    },
    // Not in a menu: they are in the tool's own bar, and the palette finds them.
    ...modeWords.map(({ mode, command, icon }): Command => ({
      id: `measure.${mode}`,
      title: command,
      icon,
      isEnabled: isOpen,
      run: () => session.begin(mode),
    })),
    {
      ...common,
      id: "measure.clear",
      title: "Clear measures",
      icon: Eraser,
      isEnabled: () => session.measures.current.length > 0,
      run: () => session.clear(),
    },
  ];
}
