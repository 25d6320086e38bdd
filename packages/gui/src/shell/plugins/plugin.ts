import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { App, WorldApp } from "../app.ts";
import type { HelpSection } from "../commands/help.ts";

/** A part of the page: a panel, or code that only listens and acts, or both. */
export interface GuiPlugin {
  /** Its name in layouts and config files: `entity-tree`. */
  readonly id: string;
  readonly title: string;
  readonly icon?: LucideIcon;
  /** One sentence for lists. */
  readonly summary?: string;
  /** Where its panel opens if the layout does not say. Ignored without a View. */
  readonly dock: Dock;
  /** Opens under this panel, if that one is open on the same side. */
  readonly below?: string;
  readonly View?: ComponentType;
  /** Whether each open world has its own panel. All other panels show the world in focus. */
  readonly perWorld?: boolean;
  /** Shown in one line beside the tabs, instead of the View, while its side is folded to a strip. */
  readonly Strip?: ComponentType;
  /**
   * Whether its panel is open before the user has arranged anything. Default: true for built-in plugins. If a
   * third-party plugin sets it, its panel opens by itself the first time that a browser sees it.
   */
  readonly shownAtFirst?: boolean;
  /** Its sections of the help, in addition to its commands: gestures, and keys that are not commands. */
  readonly help?: readonly HelpSection[];
  /** CSS that applies inside its panel only. */
  readonly styles?: string;
  /** Shown in the bar at the top of the page: time in the middle, people at the right. */
  readonly Bar?: ComponentType;
  readonly barSide?: "centre" | "right";
  /** Runs for the page as a whole; the result is disposed of when the plugin is unloaded. */
  start?(app: App): Disposable | void;
  /**
   * Runs for each open world; the result is disposed of when the world is closed or the plugin unloaded. For commands,
   * events and overlays.
   */
  startWorld?(app: WorldApp): Disposable | void;
}

export type Dock = "left" | "right" | "bottom" | "centre";

/** Defines a GUI plugin, for the default export of its module. */
export function defineGuiPlugin(plugin: GuiPlugin): GuiPlugin {
  return plugin;
}

/** Returns whether an imported value is a GUI plugin. */
export function isGuiPlugin(value: unknown): value is GuiPlugin {
  const candidate = value as Partial<GuiPlugin> | null;
  return (
    typeof candidate === "object" &&
    typeof candidate?.id === "string" &&
    typeof candidate.title === "string" &&
    DOCKS.includes(candidate.dock as Dock) &&
    isComponent(candidate.View) &&
    isComponent(candidate.Bar) &&
    isComponent(candidate.Strip) &&
    (candidate.styles === undefined || typeof candidate.styles === "string") &&
    [candidate.start, candidate.startWorld].every((start) => start === undefined || typeof start === "function")
  );
}

/** Returns whether a value is a component: functions, classes, and the objects that `memo` and `lazy` return. */
function isComponent(value: unknown): boolean {
  return value === undefined || typeof value === "function" || (typeof value === "object" && value !== null);
}

const DOCKS: readonly Dock[] = ["left", "right", "bottom", "centre"];
