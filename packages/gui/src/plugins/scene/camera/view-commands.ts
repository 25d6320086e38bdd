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
import type { Entity } from "@orrery/sim";
import type { App } from "../../../shell/app.ts";
import type { Command } from "../../../shell/commands/commands.ts";
import {
  along,
  framing,
  standardView,
  type CameraPlace,
  type StandardView,
} from "../../../render/camera/camera-rig.ts";
import { followCommands } from "./follow-commands.ts";
import { shapesBelow } from "../overlays/highlights.ts";
import { POSE } from "../../../render/pose-tree.ts";
import type { SceneSwitch } from "../scene-options.ts";
import { sceneSessionOf } from "../scene-session.ts";
import type { SceneView } from "../scene-view.ts";
import { boundsOf } from "../../../render/camera/scene-bounds.ts";
import { usualBoundsOf } from "../../../render/camera/usual-bounds.ts";
import { FOV } from "../../../render/camera/view-camera.ts";

/** What can be done with the view of the scene, for menu, palette and keys. */
export function viewCommands(app: App): readonly Command[] {
  const session = sceneSessionOf(app);
  const { options } = session;
  const isOpen = (): boolean => session.open.current !== undefined;
  const common = { menu: "View" as const, isEnabled: isOpen };
  const hasSelection = (): boolean => isOpen() && app.selection.entities.length > 0;
  const withView = (act: (view: SceneView) => void) => () => {
    const view = session.open.current?.view;
    if (view !== undefined) act(view);
  };
  const view = (name: StandardView, title: string, keys: string): Command => ({
    ...common,
    id: `scene.view.${name}`,
    title,
    group: "views",
    keys,
    run: withView((scene) => scene.fly(standardView(scene.destination, name))),
  });
  const option = (name: SceneSwitch, title: string, more: Partial<Command> = {}): Command => ({
    ...common,
    id: `scene.${name}`,
    title,
    group: "shown",
    isOn: () => options.switches[name].current,
    run: () => options.switches[name].set(!options.switches[name].current),
    ...more,
  });
  return [
    {
      ...common,
      id: "scene.frame-selection",
      title: "Frame selection",
      group: "camera",
      icon: BoxSelect,
      keys: "F",
      isEnabled: hasSelection,
      run: withView((scene) => frameEntities(scene, app.selection.entities)),
    },
    {
      ...common,
      id: "scene.frame-all",
      title: "Frame all",
      group: "camera",
      icon: Maximize,
      keys: ["A", "Home"],
      run: withView(frameAll),
    },
    ...followCommands(app),
    {
      ...common,
      id: "scene.walk",
      title: "First person",
      group: "camera",
      icon: Footprints,
      keys: "Shift+W",
      isOn: () => options.mode.current === "walk",
      run: () => {
        options.mode.set(options.mode.current === "walk" ? "orbit" : "walk");
        session.open.current?.view.canvas.focus();
      },
    },
    option("orthographic", "Orthographic", { group: "camera", icon: Frame, keys: "Num5" }),
    view("front", "Front", "Num1"),
    view("back", "Back", "Ctrl+Num1"),
    view("left", "Left", "Ctrl+Num3"),
    view("right", "Right", "Num3"),
    view("top", "Top", "Num7"),
    view("bottom", "Bottom", "Ctrl+Num7"),
    option("grid", "Grid", { icon: Grid3x3, keys: "G" }),
    option("shadows", "Shadows", { icon: SunMedium }),
    option("lights", "Lights", { icon: Lightbulb }),
    option("wireframe", "Wireframe", { keys: "Z" }),
    option("transparent", "Transparent", { keys: "X" }),
    option("collisions", "Collisions", { icon: Box, keys: "Shift+C" }),
    option("inertia", "Inertia"),
    option("mass", "Centres of mass"),
    option("joints", "Joints", { icon: Rotate3d, keys: "J" }),
    option("contacts", "Contacts"),
    option("frames", "Frames of selection", { icon: Axis3d, keys: "Shift+T" }),
    option("allFrames", "Frames of everything"),
    option("frameNames", "Names of frames"),
  ];
}

/** Without what is far out; asked for once more, with it. */
export function frameAll(view: SceneView): void {
  const usual = usualBoundsOf(view.world, view.visuals.batches);
  const all = boundsOf(view.visuals.batches);
  if (usual === undefined || all === undefined) return;
  const [near, far] = [usual, all].map((box) => framing(view.destination, box, FOV, view.aspect)) as [
    CameraPlace,
    CameraPlace,
  ];
  const before = framed.get(view);
  const isAgain = before !== undefined && isNearly(view.destination, before);
  if (isAgain) framed.delete(view);
  else framed.set(view, near);
  view.fly(isAgain ? far : near);
}

/** Where the last command to frame all led, without what is far out. */
const framed = new WeakMap<SceneView, CameraPlace>();

/** Things may have moved a little since the last look. */
function isNearly(a: CameraPlace, b: CameraPlace): boolean {
  const { x, y, z } = along(a.target, b.target, -1);
  const slack = 0.02 * b.distance;
  return Math.hypot(x, y, z) < slack && Math.abs(a.distance - b.distance) < slack;
}

export function frameEntities(view: SceneView, entities: readonly Entity[]): void {
  const shown = new Set(entities.flatMap((entity) => shapesBelow(view, entity)).map(({ shape }) => shape.entity));
  const bounds = boundsOf(view.visuals.batches, (entity) => shown.has(entity));
  if (bounds !== undefined) return view.fly(framing(view.destination, bounds, FOV, view.aspect));
  // A light, or a frame: it has a place but no size.
  const node = view.objects.nodes.of(entities.at(-1) ?? (0 as Entity));
  if (node < 0) return;
  const [x, y, z] = view.objects.tree.world.subarray(node * POSE, node * POSE + 3);
  view.fly({ ...view.destination, target: { x: x!, y: y!, z: z! } });
}
