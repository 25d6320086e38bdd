import { Move3d } from "lucide-react";
import { Value } from "../../client/value.ts";
import type { WorldApp } from "../../shell/app.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { type OpenScene, type ScenePart, sceneSessionOf } from "../scene/api.ts";
import { GizmoControl } from "./gizmo/gizmo-view.ts";
import type { Tool } from "./gizmo/handle.ts";
import { PoseBar } from "./pose-bar.tsx";
import { SnapControl } from "./snap-control.ts";
import { ToolStrip } from "./tool-strip.tsx";
import { transformCommands } from "./transform-commands.ts";
import { TransformState } from "./transform-state.ts";

/** Moves, turns, scales, snaps and aligns the selection in the scene. */
export default defineGuiPlugin({
  id: "transform",
  title: "Transform tools",
  icon: Move3d,
  summary: "Move, rotate, scale, snap and align the selection",
  dock: "centre",
  help: [
    {
      title: "While a handle is dragged",
      entries: [
        { what: "Keep to one axis", keys: ["X", "Y", "Z"] },
        { what: "Type a value, then Enter", keys: ["0.25", "1/3", "45deg"] },
        { what: "Snap, or stop snapping", keys: ["Ctrl"] },
        { what: "Stand on what is under the pointer", keys: ["Shift"] },
        { what: "Take it back", keys: ["Escape"], how: " or the right button" },
      ],
    },
  ],
  startWorld: start,
});

function start(app: WorldApp): Disposable {
  const parts = new DisposableStack();
  const state = parts.use(new TransformState(app));
  parts.defer(() => state.inHand.show([]));
  const session = sceneSessionOf(app);
  const Tools: ScenePart = ({ scene }) => (
    <>
      <ToolStrip state={state} scene={scene} />
      <PoseBar state={state} />
    </>
  );
  parts.use(session.addPart(Tools));
  const { tool } = state.settings;
  const inHand = new Value<Tool | undefined>(undefined);
  parts.use(tool.changes.on((now) => inHand.set(now === "select" ? undefined : now)));
  parts.use(session.shareTool("transform", inHand, () => tool.set("select")));
  parts.use(app.commands.add(...transformCommands(state)));
  let inScene: DisposableStack | undefined;
  const follow = (scene: OpenScene | undefined): void => {
    inScene?.dispose();
    inScene = undefined;
    if (scene === undefined) return;
    inScene = new DisposableStack();
    inScene.use(new GizmoControl(state, scene));
    inScene.use(new SnapControl(state, scene));
  };
  parts.defer(() => follow(undefined));
  parts.use(session.open.changes.on(follow));
  follow(session.open.current);
  return parts;
}
