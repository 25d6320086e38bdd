import type { gz, orrery } from "@orrery/msgs";
import type { TestSim } from "./test-sim.ts";

interface Services {
  readonly items: [orrery.ItemQuery, orrery.IntrospectionItems];
  readonly set_filter: [orrery.IntrospectionFilter, orrery.IntrospectionFilter];
  readonly get_filter: [orrery.FilterId, orrery.IntrospectionFilter];
  readonly remove_filter: [orrery.FilterId, gz.Boolean];
}

/** Asks a world's introspection manager, in a pass in which no time goes by. */
export async function askItems<S extends keyof Services>(
  sim: TestSim,
  service: S,
  request: Services[S][0],
): Promise<Services[S][1]> {
  const answer = sim.node.request(`/introspection/${sim.runner.name}/${service}`, request);
  passPaused(sim);
  return answer;
}

/** All samples of a filter so far. */
export interface WatchedItems {
  readonly steps: readonly number[];
  readonly times: readonly number[];
  /** Number of the run's samples before each batch, according to the batches. */
  readonly sequences: readonly number[];
  readonly timelines: readonly number[];
  readonly batches: readonly orrery.ItemSamples[];
  /** Column by column; of use as long as the columns of the filter stay the same. */
  readonly columns: readonly (readonly number[])[];
  /** Delivers the waiting batches. */
  finish(): void;
}

/** Watches items in every step, and collects all samples. */
export async function watchItems(sim: TestSim, items: readonly string[]): Promise<WatchedItems> {
  const { samples_topic } = await askItems(sim, "set_filter", { items });
  const [steps, times, sequences, timelines] = [[], [], [], []] as number[][] as [
    number[],
    number[],
    number[],
    number[],
  ];
  const columns: number[][] = [];
  const batches: orrery.ItemSamples[] = [];
  sim.node.subscribe(samples_topic!, "orrery.msgs.ItemSamples", ({ value }) => {
    const count = value.steps!.length;
    batches.push(value);
    steps.push(...value.steps!);
    times.push(...value.times!);
    sequences.push(value.sequence!);
    timelines.push(value.timeline!);
    for (let i = 0; i < value.values!.length / count; i++)
      (columns[i] ??= []).push(...value.values!.slice(i * count, (i + 1) * count));
  });
  return { steps, times, sequences, timelines, batches, columns, finish: () => passPaused(sim) };
}

function passPaused(sim: TestSim): void {
  const { state } = sim.runner;
  const wasPaused = state.paused;
  state.pause();
  sim.runner.pass();
  if (!wasPaused) state.run();
}
