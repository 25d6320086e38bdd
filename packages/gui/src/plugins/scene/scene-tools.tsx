import { Eye, Footprints, Frame, Locate, Maximize, Ruler } from "lucide-react";
import { useState } from "react";
import { commandItem } from "../../shell/commands/command-item.tsx";
import { useApp, useSelected, useValue } from "../../shell/hooks.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import type { PopoverAnchor } from "../../ui/popover.tsx";
import type { WorldApp } from "../../shell/app.ts";
import type { OpenScene, SceneSession } from "./scene-session.ts";

/** Shows the few tools that are needed all the time, over the scene. */
export function SceneTools({ session, scene }: { readonly session: SceneSession; readonly scene: OpenScene }) {
  const app = useApp();
  const { commands } = app;
  const mode = useValue(session.options.mode);
  const isFlat = useValue(session.options.switches.orthographic);
  const following = useValue(scene.camera.follow.following);
  const tool = useValue(session.tool);
  const selected = useSelected();
  const [anchor, setAnchor] = useState<PopoverAnchor>();
  const toggles = [
    { icon: Footprints, title: "First person", keys: "Shift+W", isOn: mode === "walk", command: "scene.walk" },
    { icon: Frame, title: "Orthographic", keys: "Num5", isOn: isFlat, command: "scene.orthographic" },
    { icon: Ruler, title: "Measure", keys: "M", isOn: tool === "measure", command: "measure.toggle" },
  ];
  return (
    <div className="scene-tools" role="toolbar" aria-label="Scene">
      <IconButton
        icon={Maximize}
        title={selected.length > 0 ? "Frame selection" : "Frame all"}
        keys={selected.length > 0 ? "F" : "A"}
        onClick={() => commands.run(selected.length > 0 ? "scene.frame-selection" : "scene.frame-all")}
      />
      <IconButton
        icon={Locate}
        title="Follow selection"
        keys="Shift+F"
        isOn={following !== undefined}
        isDisabled={following === undefined && selected.length === 0}
        onClick={() => commands.run("scene.follow")}
      />
      {toggles.map(({ command, ...look }) => (
        <IconButton key={command} {...look} onClick={() => commands.run(command)} />
      ))}
      <IconButton
        icon={Eye}
        title="What is shown"
        opens="menu"
        isOpen={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(anchor === undefined ? currentTarget : undefined)}
      />
      {anchor !== undefined && (
        <Menu label="What is shown" items={shownItems(app)} anchor={anchor} onClose={() => setAnchor(undefined)} />
      )}
    </div>
  );
}

/** Returns the switches of the menu View, as a menu of their own. */
export function shownItems({ commands }: WorldApp): MenuItem[] {
  return commands.list.current
    .filter(({ menu, group }) => menu === "View" && group === "shown")
    .map((command) => commandItem(command, commands));
}
