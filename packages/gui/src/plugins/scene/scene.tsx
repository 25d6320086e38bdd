import { Box, MonitorX, RadioTower } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { WorldApp } from "../../shell/app.ts";
import { commandItem } from "../../shell/commands/command-item.tsx";
import { useApp, useValue } from "../../shell/hooks.ts";
import { dragWords, navigations } from "../../shell/navigation.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import type { PointerPlace } from "../../shell/events.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import { contextItems } from "./context-menu.ts";
import { FollowBar } from "./camera/follow-bar.tsx";
import { HiddenHint } from "./hidden-hint.tsx";
import { lookCommands } from "./look-commands.ts";
import { openScene } from "./open-scene.ts";
import { sceneSessionOf } from "./scene-session.ts";
import { SceneTools } from "./scene-tools.tsx";
import { viewCommands } from "./camera/view-commands.ts";
import { ViewCube } from "./camera/view-cube.tsx";

/** The 3D view of a world. */
export default defineGuiPlugin({
  id: "scene",
  title: "Scene",
  icon: Box,
  summary: "The world in three dimensions",
  dock: "centre",
  View: ScenePanel,
  perWorld: true,
  help: [
    {
      title: "Touch in the scene",
      entries: [
        { what: "Orbit", how: "drag with one finger" },
        { what: "Pan", how: "drag with two fingers" },
        { what: "Zoom", how: "pinch" },
        { what: "Select", how: "tap" },
        { what: "Menu of what is there", how: "long press" },
      ],
    },
  ],
  startWorld(app) {
    const parts = new DisposableStack();
    parts.use(app.commands.add(...viewCommands(app), ...lookCommands(app)));
    parts.use(app.events.on("treeMenu", ({ items }) => addToTree(app, items)));
    return parts;
  },
});

/** Puts its item after “Frame in scene”. */
function addToTree({ commands }: WorldApp, items: MenuItem[]): void {
  const own = ["scene.follow", "scene.chase"].flatMap((id) => commands.list.current.filter((one) => one.id === id));
  const at = items.findIndex(({ id }) => id === "frame");
  items.splice(at + 1, 0, ...own.map((command) => commandItem(command, commands)));
}

function ScenePanel() {
  const app = useApp();
  const session = sceneSessionOf(app);
  const scene = useValue(session.open);
  const parts = useValue(session.parts);
  const mode = useValue(session.options.mode);
  const navigation = navigations[useValue(app.settings.navigation)];
  const box = useRef<HTMLDivElement>(null);
  const [trouble, setTrouble] = useState<"none" | "missing" | "lost">("none");
  const [menu, setMenu] = useState<PointerPlace>();
  useEffect(() => {
    const opened = openScene(app, box.current!, { onTrouble: setTrouble, onMenu: setMenu });
    return () => opened[Symbol.dispose]();
  }, [app]);
  return (
    <div className="scene">
      <div className="scene-canvas" ref={box} />
      {scene !== undefined && (
        <>
          <SceneTools session={session} scene={scene} />
          {parts.map((Part, i) => (
            <Part key={i} scene={scene} />
          ))}
          <HiddenHint scene={scene} />
          <FollowBar scene={scene} />
          <ViewCube view={scene.view} onView={(name) => app.commands.run(`scene.view.${name}`)} />
        </>
      )}
      {mode === "walk" && (
        <p className="scene-hint">
          <kbd>W</kbd> <kbd>A</kbd> <kbd>S</kbd> <kbd>D</kbd> walk, <kbd>Q</kbd> <kbd>E</kbd> down and up,{" "}
          {dragWords(navigation, "orbit")} to look, wheel for speed
        </p>
      )}
      <SceneTrouble trouble={trouble} />
      {menu !== undefined && (
        <Menu label="Scene" items={contextItems(app, menu)} anchor={menu} onClose={() => setMenu(undefined)} />
      )}
    </div>
  );
}

function SceneTrouble({ trouble }: { readonly trouble: "none" | "missing" | "lost" }) {
  const { view } = useApp();
  const state = useValue(view.session.state);
  const capabilities = useValue(view.capabilities);
  if (trouble === "missing") {
    return (
      <div className="scene-cover">
        <EmptyState icon={MonitorX} title="This browser shows no 3D pictures">
          The scene needs WebGL 2. Switch on hardware acceleration in the browser’s settings, update the graphics
          driver, or use another browser. All other panels work without it.
        </EmptyState>
      </div>
    );
  }
  if (trouble === "lost") {
    return (
      <div className="scene-cover">
        <EmptyState icon={MonitorX} title="The graphics card has dropped the picture">
          It comes back by itself in a moment. If it does not, close and open this panel, or reload the page: the world
          runs on.
        </EmptyState>
      </div>
    );
  }
  if (state.kind === "connected" && !capabilities.has("state")) {
    return (
      <div className="scene-cover">
        <EmptyState icon={RadioTower} title="This world does not show itself">
          It runs without the system scene-broadcaster, which sends what is in it. Add that system to see the world
          here.
        </EmptyState>
      </div>
    );
  }
  return null;
}
