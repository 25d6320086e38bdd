import type { GuiPlugin } from "../shell/plugin.ts";
import pluginList from "./plugin-list/plugin-list.tsx";
import worldControl from "./world-control/world-control.tsx";

/** In the order in which their panels first stand. */
export const builtInPlugins: readonly GuiPlugin[] = [worldControl, pluginList];
import entityTree from "./entity-tree/entity-tree.tsx";
import inspector from "./inspector/inspector.tsx";
import worldControl from "./world-control/world-control.tsx";

/** In the order in which their panels first stand. */
export const builtInPlugins: readonly GuiPlugin[] = [worldControl, entityTree, inspector];
import capture from "./capture/capture.tsx";
import console from "./console/console.tsx";
import people from "./people/people.tsx";
import statistics from "./statistics/statistics.tsx";
import systems from "./systems/systems.tsx";
import teleop from "./teleop/teleop.tsx";
import topics from "./topics/topics.tsx";
import worldControl from "./world-control/world-control.tsx";

/** In the order in which their panels first stand. */
export const builtInPlugins: readonly GuiPlugin[] = [
  worldControl,
  statistics,
  systems,
  topics,
  console,
  teleop,
  capture,
  people,
];
