import { Car, Locate, X } from "lucide-react";
import type { WorldApp } from "../../../shell/app.ts";
import type { Command } from "../../../shell/commands/commands.ts";
import type { FollowMode } from "./camera-follow.ts";
import { sceneSessionOf } from "../scene-session.ts";

/** Returns the commands that follow the selection, in one of two ways, and stop following. */
export function followCommands(app: WorldApp): readonly Command[] {
  const session = sceneSessionOf(app);
  const follow = () => session.open.current?.camera.follow;
  const following = () => follow()?.following.current;
  const common = { menu: "View" as const, group: "camera" };
  const toggle = (mode: FollowMode): void => {
    const now = following();
    const chosen = app.view.selection.primary ?? now?.entity;
    if (chosen === undefined || (now?.entity === chosen && now.mode === mode)) follow()?.stop();
    else follow()?.follow(chosen, mode);
  };
  const command = (mode: FollowMode): Pick<Command, "isOn" | "whyNot" | "run"> => ({
    isOn: () => following()?.mode === mode,
    whyNot: () => {
      if (follow() === undefined) return "the scene is closed";
      return following() === undefined && app.view.selection.primary === undefined ? "nothing is selected" : undefined;
    },
    run: () => toggle(mode),
  });
  return [
    { ...common, ...command("orbit"), id: "scene.follow", title: "Follow selection", icon: Locate, keys: "Shift+F" },
    { ...common, ...command("chase"), id: "scene.chase", title: "Chase selection", icon: Car, keys: "C" },
    {
      ...common,
      id: "scene.stop-following",
      title: "Stop following",
      icon: X,
      keys: "Escape",
      // Escape has other uses when nothing is followed.
      isEnabled: () => following() !== undefined,
      run: () => follow()?.stop(),
    },
  ];
}
