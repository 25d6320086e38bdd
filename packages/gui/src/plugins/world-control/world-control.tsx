import { Pause, Play, RotateCcw, StepForward, TimerReset } from "lucide-react";
import type { WorldClient } from "../../client/world-client.ts";
import type { App } from "../../shell/app.ts";
import { useApp, useValue } from "../../shell/hooks.ts";
import { defineGuiPlugin } from "../../shell/plugin.ts";
import { IconButton } from "../../ui/icon-button.tsx";

/** Time: run, pause, step, reset, in the bar at the top. */
export default defineGuiPlugin({
  id: "world-control",
  title: "World control",
  icon: TimerReset,
  dock: "right",
  Bar: TimeBar,
  barSide: "centre",
  start: (app) => app.commands.add(...timeCommands(app)),
});

function timeCommands({ source }: App) {
  const has = () => source.world.current !== undefined;
  const act = (what: (world: WorldClient) => Promise<void>) => () => {
    const world = source.world.current;
    return world === undefined ? undefined : what(world);
  };
  const common = { menu: "World" as const, group: "time", isEnabled: has };
  return [
    {
      ...common,
      id: "world.run",
      title: "Run or pause",
      icon: Play,
      keys: "Space",
      run: act((world) => (isPaused(source) ? world.run() : world.pause())),
    },
    { ...common, id: "world.step", title: "Step", icon: StepForward, keys: ".", run: act((world) => world.step()) },
    {
      ...common,
      id: "world.reset",
      title: "Reset",
      icon: RotateCcw,
      keys: "Home",
      run: act((world) => world.reset({ paused: isPaused(source) })),
    },
  ];
}

/** While it makes a step too: the button would flicker, and a reset right after the step would let the world run. */
function isPaused({ status }: App["source"]): boolean {
  const now = status.current;
  return now === undefined || now.paused || now.stepping;
}

function TimeBar() {
  const { source, commands } = useApp();
  const status = useValue(source.status);
  const client = useValue(source.world);
  const isDisabled = client === undefined;
  const paused = status === undefined || status.paused || status.stepping;
  return (
    <>
      <div className="controls" role="toolbar" aria-label="Time">
        <IconButton
          icon={RotateCcw}
          title="Reset"
          keys="Home"
          isDisabled={isDisabled}
          onClick={() => commands.run("world.reset")}
        />
        <IconButton
          icon={paused ? Play : Pause}
          title={paused ? "Run" : "Pause"}
          keys="Space"
          isDisabled={isDisabled}
          onClick={() => commands.run("world.run")}
        />
        <IconButton
          icon={StepForward}
          title="Step"
          keys="."
          isDisabled={isDisabled}
          onClick={() => commands.run("world.step")}
        />
      </div>
      <div className="clock">
        <span id="sim-time" className="figure" title="Simulated time">
          {((status?.timeNs ?? 0) / 1e9).toFixed(3)} s
        </span>
        <span id="real-time-factor" className="muted" title="Simulated seconds per second">
          {status === undefined ? "" : status.paused ? "paused" : `×${status.realTimeFactor.toFixed(2)}`}
        </span>
      </div>
    </>
  );
}
