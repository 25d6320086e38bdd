import type { orrery } from "@orrery/msgs";
import { lineTo, readSamples, stretchesOf, type RunCommand } from "@orrery/plots";
import { fromSecNsec, toSeconds } from "@orrery/sim/front";
import { lineOf } from "../canvas/shown-time.ts";
import { freeName } from "../saving/plotted-curves.ts";
import { unitOf } from "../curve-text.ts";
import { allCurves, type NumberRef, type PlotsState } from "../plot-state.ts";
import { kindOf, nameOf, type CurveSource } from "../sources/source.ts";
import { startOf, type KeptRun, type RunThing } from "./kept-run.ts";

type Sources = Pick<CurveSource, "state" | "track">;

/** Returns the numbers that can be kept: those that are shown, and are of the present run. */
export function keepableNumbers(states: readonly PlotsState[]): NumberRef[] {
  const numbers = states
    .flatMap((state) => allCurves(state))
    .filter(({ isVisible }) => isVisible)
    .flatMap(({ key, column, across }) => [{ key, column }, ...(across === undefined ? [] : [across])]);
  const ids = new Set<string>();
  const isFirst = ({ key, column }: NumberRef): boolean => {
    const id = `${column} ${key}`;
    return !ids.has(id) && ids.add(id) !== undefined;
  };
  return numbers.filter(({ key }) => kindOf(key) !== "run" && kindOf(key) !== "difference").filter(isFirst);
}

/** Returns the numbers whose past is still being filled in: some of their samples are missing yet. */
export function fillingNumbers(numbers: readonly NumberRef[], sources: Pick<CurveSource, "state">): NumberRef[] {
  return numbers.filter(({ key }) => {
    const { progress = 1, error = "" } = sources.state(key) ?? {};
    return progress < 1 && error === "";
  });
}

/** Resolves when the past of all numbers has been filled in, or nobody fills it in any more. */
export function untilFilled(
  numbers: readonly NumberRef[],
  sources: Pick<CurveSource, "state" | "changes">,
): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (fillingNumbers(numbers, sources).length > 0) return;
      listening[Symbol.dispose]();
      resolve();
    };
    const listening = sources.changes.on(look);
    look();
  });
}

/** Keeps the things of these numbers along the present line, under a name. Throws if there are no samples. */
export function keepRun(
  name: string,
  numbers: readonly NumberRef[],
  sources: Sources,
  history: orrery.History | undefined,
): KeptRun {
  const things: RunThing[] = [];
  for (const key of new Set(numbers.map((number) => number.key))) {
    const described = sources.state(key)?.described;
    const columns = described?.columns ?? [""];
    const samples = columns.map((_, column) => {
      const view = lineOf({ key, column }, sources);
      return view && readSamples(view);
    });
    if (samples.every((each) => each === undefined)) continue;
    const units = columns.map((_, column) => unitOf(described, column));
    things.push({
      name: freeName(described?.name ?? nameOf(key), new Set(things.map((thing) => thing.name))),
      of: key,
      columns,
      units,
      info: samples.every((each) => each !== undefined) ? described?.info : undefined,
      samples,
    });
  }
  if (things.length === 0) throw new Error("the shown curves have no samples yet");
  return { name, from: "world", things, start: startOf(things), commands: commandsOf(history) };
}

/** Returns the commands on the present line, in order. */
export function commandsOf(history: orrery.History | undefined): RunCommand[] {
  const { stretches, present } = stretchesOf(history ?? {});
  const marks = new Map((history?.stretches ?? []).map(({ id = "", marks: own = [] }) => [id, own]));
  const line = lineTo(present, new Map(stretches.map((stretch) => [stretch.id, stretch])));
  return line.flatMap((stretch) =>
    (marks.get(stretch) ?? []).map(({ id = "", description = "", sim_time: time = {} }) => ({
      id,
      description,
      time: toSeconds(fromSecNsec(time)),
    })),
  );
}
