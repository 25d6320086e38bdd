import {
  Axis3d,
  Box,
  BoxSelect,
  Footprints,
  Frame,
  Grid3x3,
  Lightbulb,
  Maximize,
  Rotate3d,
  SunMedium,
} from "lucide-react";
import type { WorldApp } from "../../../shell/app.ts";
import type { Command } from "../../../shell/commands/commands.ts";
import { standardView, type StandardView } from "../../../render/camera/camera-rig.ts";
import { followCommands } from "./follow-commands.ts";
import { frameAll, frameEntities } from "./frame-view.ts";
import type { SceneSwitch } from "../scene-options.ts";
import { sceneSessionOf, type SceneSession } from "../scene-session.ts";
import type { SceneView } from "../scene-view.ts";

/** Lists what can be done with the view of the scene, for menu, palette and keys. */
export function viewCommands(app: WorldApp): readonly Command[] {
  const session = sceneSessionOf(app);
  return [
    ...framingCommands(app, session),
    ...followCommands(app),
    ...projectionCommands(session),
    ...standardViewCommands(session),
    ...shownCommands(session),
  ];
}

function framingCommands({ view: { selection } }: WorldApp, session: SceneSession): readonly Command[] {
  const common = { ...inView(session), group: "camera" };
  return [
    {
      ...common,
      id: "scene.frame-selection",
      title: "Frame selection",
      icon: BoxSelect,
      keys: "F",
      isEnabled: () => common.isEnabled() && selection.entities.length > 0,
      run: withView(session, (scene) => frameEntities(scene, selection.entities)),
    },
    {
      ...common,
      id: "scene.frame-all",
      title: "Frame all",
      icon: Maximize,
      keys: ["A", "Home"],
      run: withView(session, frameAll),
    },
  ];
}

/** Lists the ways in which the camera looks: from a person's eyes, and without perspective. */
function projectionCommands(session: SceneSession): readonly Command[] {
  const { mode } = session.options;
  return [
    {
      ...inView(session),
      id: "scene.walk",
      title: "First person",
      group: "camera",
      icon: Footprints,
      keys: "Shift+W",
      isOn: () => mode.current === "walk",
      run: () => {
        mode.set(mode.current === "walk" ? "orbit" : "walk");
        session.open.current?.view.canvas.focus();
      },
    },
    switchCommand(session, "orthographic", "Orthographic", { group: "camera", icon: Frame, keys: "Num5" }),
  ];
}

function standardViewCommands(session: SceneSession): readonly Command[] {
  const view = (name: StandardView, title: string, keys: string): Command => ({
    ...inView(session),
    id: `scene.view.${name}`,
    title,
    group: "views",
    keys,
    run: withView(session, (scene) => scene.eye.fly(standardView(scene.eye.destination, name))),
  });
  return [
    view("front", "Front", "Num1"),
    view("back", "Back", "Ctrl+Num1"),
    view("left", "Left", "Ctrl+Num3"),
    view("right", "Right", "Num3"),
    view("top", "Top", "Num7"),
    view("bottom", "Bottom", "Ctrl+Num7"),
  ];
}

/** Lists the switches of what the scene shows. */
function shownCommands(session: SceneSession): readonly Command[] {
  const shown = (name: SceneSwitch, title: string, more?: Partial<Command>): Command =>
    switchCommand(session, name, title, { group: "shown", ...more });
  return [
    shown("grid", "Grid", { icon: Grid3x3, keys: "G" }),
    shown("shadows", "Shadows", { icon: SunMedium }),
    shown("lights", "Lights", { icon: Lightbulb }),
    shown("wireframe", "Wireframe", { keys: "Z" }),
    shown("transparent", "Transparent", { keys: "X" }),
    shown("collisions", "Collisions", { icon: Box, keys: "Shift+C" }),
    shown("inertia", "Inertia"),
    shown("mass", "Centres of mass"),
    shown("joints", "Joints", { icon: Rotate3d, keys: "J" }),
    shown("contacts", "Contacts"),
    shown("frames", "Frames of selection", { icon: Axis3d, keys: "Shift+T" }),
    shown("allFrames", "Frames of everything"),
    shown("frameNames", "Names of frames"),
  ];
}

function switchCommand(session: SceneSession, name: SceneSwitch, title: string, more: Partial<Command>): Command {
  const option = session.options.switches[name];
  return {
    ...inView(session),
    id: `scene.${name}`,
    title,
    isOn: () => option.current,
    run: () => option.set(!option.current),
    ...more,
  };
}

/** Puts a command into the menu of views, where it is offered while a scene is open. */
function inView({ open }: SceneSession) {
  return { menu: "View" as const, isEnabled: (): boolean => open.current !== undefined };
}

function withView({ open }: SceneSession, act: (view: SceneView) => void): () => void {
  return () => {
    const view = open.current?.view;
    if (view === undefined) return;
    // Without this, a key pressed right after the page opened would turn a camera that has not framed the world yet.
    view.catchUp();
    act(view);
  };
}
