import { Clock3, FastForward, Gauge, Play, Rewind, RotateCcw, StepForward } from "lucide-react";
import { LOG_REASON, whyNoControl } from "../../client/may-edit.ts";
import { Value } from "../../client/value.ts";
import type { ResetKind, WorldClient } from "../../client/world-client.ts";
import type { WorldView } from "../../client/world-view.ts";
import type { WorldApp } from "../../shell/app.ts";
import type { Command } from "../../shell/commands/commands.ts";
import { nextSpeed, STEP_COUNTS } from "./time-entry.ts";

/** The open popover of the bar; commands open popovers too. */
export const openPopover = new Value<"steps" | "run-to" | "speed" | undefined>(undefined);

export function closePopover(): void {
  openPopover.set(undefined);
}

/** Returns the menu World's commands for time. */
export function timeCommands({ view }: WorldApp): Command[] {
  const isLog = (): boolean => view.history.log.current !== "";
  const act = (what: (world: WorldClient) => Promise<void>) => () => {
    const world = view.client.current;
    return world === undefined ? undefined : what(world);
  };
  const common = {
    menu: "World" as const,
    isEnabled: () => view.client.current !== undefined,
    whyNot: () => whyNoControl(view),
  };
  const target = (): number => view.status.current?.targetFactor ?? 1;
  const reset = (what: ResetKind, title: string, keys: string): Command => ({
    ...common,
    group: "reset",
    id: what === "all" ? "world.reset" : `world.reset-${what}`,
    // Read by menus when they open.
    get title() {
      return what === "all" && isLog() ? TO_BEGINNING : title;
    },
    icon: RotateCcw,
    keys,
    whyNot: () => whyNoControl(view) ?? (what !== "all" && isLog() ? LOG_REASON : undefined),
    run: act((world) => world.reset({ paused: isPaused(view), what })),
  });
  const steps = (count: number, keys: string): Command => ({
    ...common,
    group: "time",
    id: count === 1 ? "world.step" : `world.step-${count}`,
    get title() {
      if (isLog()) return count === 1 ? NEXT_SAMPLE : `Play ${count} samples`;
      return count === 1 ? "Step" : `${count} steps`;
    },
    icon: StepForward,
    keys,
    run: act((world) => world.step(count)),
  });
  const speed = (id: string, title: string, keys: string, icon: Command["icon"], factor: () => number): Command => ({
    ...common,
    group: "speed",
    id: `world.speed-${id}`,
    title,
    keys,
    ...(icon && { icon }),
    run: act((world) => world.setSpeed(factor())),
  });
  return [
    {
      ...common,
      group: "time",
      id: "world.run",
      get title() {
        return isLog() ? "Play or pause" : "Run or pause";
      },
      icon: Play,
      keys: "Space",
      run: act((world) => (isPaused(view) ? world.run() : world.pause())),
    },
    ...STEP_COUNTS.map((count, i) => steps(count, STEP_KEYS[i]!)),
    {
      ...common,
      group: "time",
      id: "world.run-to",
      get title() {
        return isLog() ? "Play to a time…" : "Run to a time…";
      },
      icon: Clock3,
      keys: "Ctrl+G",
      run: () => openPopover.set("run-to"),
    },
    speed("slower", "Slower", "[", Rewind, () => nextSpeed(target(), "slower")),
    speed("faster", "Faster", "]", FastForward, () => nextSpeed(target(), "faster")),
    speed("normal", "Real time", "Alt+1", Gauge, () => 1),
    speed("most", "As fast as possible", "Alt+0", undefined, () => 0),
    reset("all", "Reset", RESET_KEYS.all),
    reset("time", "Reset the time only", RESET_KEYS.time),
    reset("models", "Reset the models only", RESET_KEYS.models),
  ];
}

/**
 * Returns whether the world is paused. True also while it makes a counted number of steps: otherwise the button would
 * flicker, and a reset right after the step would let the world run.
 */
export function isPaused({ status }: Pick<WorldView, "status">): boolean {
  const now = status.current;
  return now === undefined || now.paused || now.stepping;
}

/** Titles of reset and step in a log. */
export const TO_BEGINNING = "Go to the beginning";
export const NEXT_SAMPLE = "Go to the next sample";

/** Chords, because a reset affects everybody and must not be hit by accident. */
export const RESET_KEYS = { all: "Ctrl+Shift+Home", time: "Ctrl+Alt+Home", models: "Alt+Shift+Home" } as const;

const STEP_KEYS = [".", "Alt+.", "Ctrl+.", "Ctrl+Alt+."] as const;
