import { TimerReset } from "lucide-react";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { offerStepBack } from "./step-back.ts";
import { TimeBar } from "./time-bar.tsx";
import { tellPauses } from "./tell-pauses.ts";
import { timeCommands } from "./time-commands.ts";
import { TimePanel } from "./time-panel.tsx";

/** Time: run, pause, step, reset and speed, in the bar at the top and in a panel. */
export default defineGuiPlugin({
  id: "world-control",
  title: "World control",
  summary: "Run, pause, step, reset, speed",
  icon: TimerReset,
  dock: "right",
  View: TimePanel,
  shownAtFirst: false,
  Bar: TimeBar,
  barSide: "centre",
  startWorld(app) {
    const started = new DisposableStack();
    started.use(app.commands.add(...timeCommands(app)));
    started.use(offerStepBack(app));
    started.use(tellPauses(app));
    return started;
  },
});
