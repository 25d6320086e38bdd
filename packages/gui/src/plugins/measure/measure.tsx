import { Ruler } from "lucide-react";
import type { WorldApp } from "../../shell/app.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { type OpenScene, sceneSessionOf } from "../scene/api.ts";
import { MeasureBar } from "./measure-bar.tsx";
import { MeasureCard } from "./measure-card.tsx";
import { measureCommands } from "./measure-commands.ts";
import { MeasureControl } from "./measure-control.ts";
import { measureSessionOf } from "./measure-session.ts";

/** Measures distances, angles, edges and gaps in the scene. */
export default defineGuiPlugin({
  id: "measure",
  title: "Measure",
  icon: Ruler,
  summary: "Measure distances, angles, edges and gaps in the scene",
  dock: "centre",
  help: [
    {
      title: "While measuring",
      entries: [
        { what: "Take a corner, an edge, the middle of a face, an origin", how: "point near it" },
        { what: "Take the origin of what is under the pointer", keys: ["Shift"] },
        { what: "Do not snap", keys: ["Ctrl"] },
        { what: "Take a part instead of the model, between objects", keys: ["Alt"] },
        { what: "Remove the last point, then put the tool away", keys: ["Escape"] },
      ],
    },
  ],
  startWorld: start,
});

function start(app: WorldApp): Disposable {
  const parts = new DisposableStack();
  const session = measureSessionOf(app);
  const scenes = sceneSessionOf(app);
  parts.use(scenes.addPart(MeasureBar));
  parts.use(scenes.addPart(MeasureCard));
  parts.use(app.commands.add(...measureCommands(app)));
  parts.use(scenes.shareTool("measure", session.mode, () => session.end()));
  let control: MeasureControl | undefined;
  const follow = (scene: OpenScene | undefined): void => {
    control?.[Symbol.dispose]();
    control = scene && new MeasureControl(app, session, scene);
  };
  parts.defer(() => follow(undefined));
  parts.use(scenes.open.changes.on(follow));
  follow(scenes.open.current);
  return parts;
}
