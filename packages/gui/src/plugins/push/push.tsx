import { MoveUpRight } from "lucide-react";
import type { WorldApp } from "../../shell/app.ts";
import { commandItem } from "../../shell/commands/command-item.tsx";
import type { GuiEvents } from "../../shell/events.ts";
import { useValue, useWorld } from "../../shell/hooks.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { type OpenScene, sceneSessionOf } from "../scene/api.ts";
import { relativeTo, worldPose } from "@orrery/sim";
import { PushGesture } from "./push-gesture.ts";
import { PushPanel } from "./push-panel.tsx";
import { pushSceneOf, type PushScene } from "./push-scene.ts";
import { pushSessionOf } from "./push-session.ts";
import { pushTargets } from "./push-target.ts";

/** Forces and torques on bodies, given by a drag from the body or by numbers. */
export default defineGuiPlugin({
  id: "push",
  title: "Push",
  icon: MoveUpRight,
  summary: "Apply a force or torque to a body",
  dock: "right",
  shownAtFirst: false,
  View: PushPanel,
  help: [
    {
      title: "While a body is pushed",
      entries: [
        { what: "Push harder", how: "a longer arrow; a metre is about the body's own weight" },
        { what: "Keep it level", keys: ["Shift"] },
        { what: "Let go without a push", keys: ["Escape"] },
      ],
    },
  ],
  startWorld(app) {
    const session = pushSessionOf(app);
    const parts = new DisposableStack();
    const { services } = app.view;
    const { open } = sceneSessionOf(app);
    const scene = (): PushScene | undefined => open.current && pushSceneOf(open.current);
    services.of(PushGesture, () => new PushGesture(app, session, scene));
    parts.defer(() => services.end(PushGesture));
    parts.use(sceneSessionOf(app).addPart(PushLabel));
    parts.use(app.view.selection.changes.on(() => session.point.set(undefined)));
    parts.use(app.events.on("sceneMenu", (menu) => addToScene(app, menu)));
    parts.use(
      app.events.on("treeMenu", ({ items }) => {
        // After the commands for whole things, or else after the first item.
        const at = items.findIndex(({ id }) => id === "edit.delete");
        items.splice(Math.max(at, 0) + 1, 0, ...menuItems(app));
      }),
    );
    parts.use(
      app.commands.add(
        {
          id: "push.open",
          title: "Push…",
          menu: "Edit",
          group: "push",
          icon: MoveUpRight,
          keys: "P",
          whyNot: () => session.whyNothing(),
          run: () => app.layout.show("push"),
        },
        {
          id: "push.now",
          title: "Push with the last settings",
          menu: "Edit",
          group: "push",
          keys: "Shift+P",
          whyNot: () => session.whyNot(),
          run: () => session.push(),
        },
      ),
    );
    return parts;
  },
});

function menuItems({ commands }: WorldApp) {
  const command = commands.list.current.find(({ id }) => id === "push.open");
  return command === undefined ? [] : [{ ...commandItem(command, commands), startsGroup: true }];
}

/** Adds the push to a scene's menu; the body is pushed where it was clicked. */
function addToScene(app: WorldApp, { items, entity, point }: GuiEvents["sceneMenu"]): void {
  const { view } = app;
  const { selection } = view;
  if (selection.entities.length === 0) return;
  const { world } = view.mirror;
  const own = menuItems(app).map((item) => ({
    ...item,
    run: () => {
      item.run();
      const targets = entity === undefined ? undefined : pushTargets(world, [entity]);
      if (point === undefined || targets === undefined || !("links" in targets)) return;
      const [link] = targets.links;
      const { x, y, z } = relativeTo(worldPose(world, link!), { ...point, qx: 0, qy: 0, qz: 0, qw: 1 });
      pushSessionOf(app).point.set({ link: link!, offset: { x, y, z } });
    },
  }));
  const at = items.findIndex(({ id }) => id === "scene.frame-all");
  items.splice(at < 0 ? items.length : at, 0, ...own);
}

/** Shows the strength of the push beside the pointer during a drag. */
function PushLabel({ scene }: { readonly scene: OpenScene }) {
  const gesture = useWorld().services.find(PushGesture);
  return gesture === undefined ? null : <Label gesture={gesture} scene={scene} />;
}

function Label({ gesture, scene }: { readonly gesture: PushGesture; readonly scene: OpenScene }) {
  const label = useValue(gesture.label);
  if (label === undefined) return null;
  const { left, top } = scene.view.canvas.getBoundingClientRect();
  return (
    <>
      <div
        className="scene-tag push-label figure"
        style={{ transform: `translate(${label.x - left}px, ${label.y - top}px)` }}
      >
        {label.text}
      </div>
      <p className="scene-hint">
        Let go to push, <kbd>Shift</kbd> keeps it level, <kbd>Esc</kbd> cancels
      </p>
    </>
  );
}
