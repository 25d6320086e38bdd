import { formatTime } from "@orrery/sim";
import { Activity } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { stepMicros } from "../../client/systems-watch.ts";
import { useApp, useMirror, useValue } from "../../shell/hooks.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { bytesText, microsText, rateText } from "../../ui/numbers/figures.ts";
import { counted, formatCount } from "../../ui/numbers/number-format.ts";
import { itemKey, startPlotDrag, type Plottable } from "../../ui/plot-drag.ts";
import { useOnScreen } from "../../ui/on-screen.ts";
import { PlotButton } from "../plot/api.ts";
import { usePace } from "../world-control/api.ts";
import { Graph } from "./graph.tsx";
import { Rate } from "./rate.ts";
import { TimeSeries } from "./time-series.ts";
import { tip } from "../../ui/tip.ts";

/** Statistics of the simulation: times, counts, and the last minute of its speed and cost. */
export default defineGuiPlugin({
  id: "statistics",
  title: "Statistics",
  summary: "Times, counts, speed and cost of the simulation",
  icon: Activity,
  dock: "bottom",
  View: Statistics,
});

const WINDOW_MS = 60_000;

function Statistics() {
  const { view } = useApp();
  const [screen, isOnScreen] = useOnScreen();
  const status = useValue(view.status);
  const pace = usePace();
  const entities = useMirror(({ mirror }) => mirror.world.entityCount);
  const { factor, cost } = useSeries(isOnScreen);
  const stream = useStream(isOnScreen);
  const systems = useValue(view.systems.list);
  const micros = systems && stepMicros(systems);
  return (
    <div ref={screen} className="panel-body statistics">
      <dl className="figures">
        <Figure title="Simulated time" item="sim_time">
          {formatTime(status?.timeNs ?? 0)}
        </Figure>
        <Figure title="Real time" item="real_time" help="By the wall clock, while the world ran">
          {formatTime(status?.runningNs ?? 0)}
        </Figure>
        <Figure title="Factor" item="real_time_factor" help="Simulated seconds per second">
          {pace}
        </Figure>
        <Figure title="Steps" id="steps" item="iterations">
          {formatCount(status?.steps ?? 0)}
        </Figure>
        <Figure title="Step size" id="step-size">
          {stepSizeText(status?.stepNs ?? 0)}
        </Figure>
        <Figure title="Step time" help="Of the simulation thread, for all systems together">
          {micros === undefined ? "–" : microsText(micros)}
        </Figure>
        <Figure title="Models" id="models">
          {formatCount(status?.models ?? 0)}
        </Figure>
        <Figure title="Entities" help="In this page's copy of the world">
          {formatCount(entities)}
        </Figure>
        <Figure title="Updates" help="Of this page's copy of the world">
          {rateText(stream.chunks)}
        </Figure>
        <Figure title="Received" help="State of the world, without the overhead of the connection">
          {bytesText(stream.bytes)}/s
        </Figure>
        <Figure title="Behind" help="Steps between the last two updates of this page’s copy">
          {counted(stream.lag, "step")}
        </Figure>
      </dl>
      <Graph
        title="Factor"
        series={factor}
        text={factorText}
        goal={status?.targetFactor || undefined}
        isOnScreen={isOnScreen}
      />
      <Graph title="Step time" series={cost} text={microsText} isOnScreen={isOnScreen} />
    </div>
  );
}

interface FigureProps {
  readonly title: string;
  readonly help?: string;
  readonly id?: string;
  /** The item of the world that has the same value, if there is one: it can be plotted. */
  readonly item?: string;
  readonly children: ReactNode;
}

function Figure({ title, help, id, item, children }: FigureProps) {
  const plottable = item === undefined ? undefined : plottableItem(item);
  return (
    <div
      {...tip(help, { isLate: true })}
      draggable={plottable !== undefined}
      onDragStart={({ dataTransfer }) => plottable && startPlotDrag(dataTransfer, plottable)}
    >
      <dt>
        {title}
        {plottable !== undefined && <PlotButton plottable={plottable} title={title.toLowerCase()} />}
      </dt>
      <dd id={id} className="figure">
        {children}
      </dd>
    </div>
  );
}

function plottableItem(item: string): Plottable {
  return { kind: "numbers", numbers: [{ key: itemKey(item), column: 0 }], name: item };
}

/** Collects the last minute while the panel is visible. */
function useSeries(isOnScreen: boolean) {
  const { view } = useApp();
  const [series] = useState(() => ({ factor: new TimeSeries(WINDOW_MS), cost: new TimeSeries(WINDOW_MS) }));
  useEffect(() => {
    const listening = view.status.changes.on((status) => {
      if (status !== undefined) series.factor.add(performance.now(), status.paused ? 0 : status.realTimeFactor);
    });
    return () => listening[Symbol.dispose]();
  }, [view, series]);
  useEffect(() => {
    if (!isOnScreen) return undefined;
    const watch = view.systems;
    const held = watch.hold();
    const listening = watch.list.changes.on((systems = []) => {
      series.cost.add(performance.now(), stepMicros(systems));
    });
    return () => {
      listening[Symbol.dispose]();
      held[Symbol.dispose]();
    };
  }, [view, series, isOnScreen]);
  return series;
}

/** Measures what the mirror receives, in chunks and bytes per second. */
function useStream(isOnScreen: boolean) {
  const { mirror } = useApp().view;
  const [rates] = useState(() => ({ chunks: new Rate(), bytes: new Rate() }));
  const [figures, setFigures] = useState({ chunks: 0, bytes: 0, lag: 0 });
  useEffect(() => {
    if (!isOnScreen) return undefined;
    const look = (): void => {
      const { chunks, bytes, lag } = mirror.figures;
      const now = performance.now();
      setFigures({ chunks: rates.chunks.look(chunks, now), bytes: rates.bytes.look(bytes, now), lag });
    };
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [mirror, rates, isOnScreen]);
  return figures;
}

function factorText(factor: number): string {
  return `×${factor.toFixed(2)}`;
}

/** Formats a step size: "1 ms", "0.5 ms". */
function stepSizeText(stepNs: number): string {
  return `${stepNs / 1e6} ms`;
}
