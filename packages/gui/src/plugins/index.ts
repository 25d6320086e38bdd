import type { GuiPlugin } from "../shell/plugins/plugin.ts";
import capture from "./capture/capture.tsx";
import clipboard from "./clipboard/clipboard.ts";
import console from "./console/console.tsx";
import entityTree from "./entity-tree/entity-tree.tsx";
import insert from "./insert/insert.tsx";
import inspector from "./inspector/inspector.tsx";
import joints from "./joints/joints.tsx";
import measure from "./measure/measure.tsx";
import missingParts from "./missing-parts/missing-parts.ts";
import openLog from "./open-log/open-log.ts";
import people from "./people/people.tsx";
import pluginList from "./plugin-list/plugin-list.tsx";
import queue from "./queue/queue.tsx";
import push from "./push/push.tsx";
import record from "./record/record.tsx";
import scene from "./scene/scene.tsx";
import plot, { secondPlots } from "./plot/plot.tsx";
import statistics from "./statistics/statistics.tsx";
import supply from "./supply/supply.ts";
import systems from "./systems/systems.tsx";
import teleop from "./teleop/teleop.tsx";
import transform from "./transform/transform.tsx";
import timeline from "./timeline/timeline.ts";
import topics from "./topics/topics.tsx";
import undo from "./undo/undo.ts";
import worldControl from "./world-control/world-control.tsx";

/** In the initial order of their panels. */
export const builtInPlugins: readonly GuiPlugin[] = [
  scene,
  undo,
  timeline,
  clipboard,
  transform,
  entityTree,
  insert,
  inspector,
  systems,
  console,
  topics,
  statistics,
  plot,
  secondPlots,
  worldControl,
  queue,
  teleop,
  push,
  joints,
  record,
  capture,
  measure,
  missingParts,
  supply,
  people,
  pluginList,
  // After the plots, which take files of numbers, because the last one is asked first.
  openLog,
];
