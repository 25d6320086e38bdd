import { defineCommand, numberFlag, switchFlag, textFlag, type FlagValues } from "../arguments.ts";
import { type Client, connect, serverFlag } from "../client.ts";
import { Failure, UsageError } from "../failure.ts";
import { interrupted } from "../interrupt.ts";
import { type ChosenItems, findItems } from "../items/find-items.ts";
import { type ItemBatch, ItemStream } from "../items/item-stream.ts";
import { chosenManagers, managerFlag, managerGone } from "../items/managers.ts";
import { checkNewFile, ParquetOutput } from "../items/parquet-output.ts";
import { columnOutput, csvOutput, jsonOutput, type SampleOutput } from "../items/sample-output.ts";
import { note, style } from "../terminal.ts";

const flags = {
  csv: switchFlag("print CSV, with units in the header"),
  json: switchFlag("print one JSON object per sample and line"),
  parquet: textFlag("FILE", "write a Parquet file instead of printing"),
  count: numberFlag("N", "exit after N samples, of each manager", { integer: true, min: 1 }),
  every: numberFlag("N", "a sample in every N-th step (default 1: in each)", { integer: true, min: 1, max: 1e9 }),
  wait: switchFlag("also watch items that do not exist yet, instead of failing"),
  manager: managerFlag,
  server: serverFlag,
};

export const introspectWatch = defineCommand({
  name: "introspect watch",
  summary: "Prints values of worlds and programs as they change, a sample for every step, until Ctrl-C.",
  operands: ["ITEM…"],
  flags,
  examples: [
    "orrery introspect watch vehicle::chassis::linear_velocity sim_time --every 100",
    "orrery introspect watch 'vehicle::*::pose' --csv > poses.csv",
    "orrery introspect watch cell::voltage --manager battery --json | head",
    "orrery introspect watch 'arm::*::effort' --parquet efforts.parquet --count 60000",
  ],
  run,
});

async function run(given: FlagValues<typeof flags>, names: readonly string[]): Promise<number> {
  const { parquet, wait, server, manager } = given;
  const formats = [given.csv, given.json, parquet !== undefined].filter((isGiven) => isGiven);
  if (formats.length > 1) throw new UsageError("--csv, --json and --parquet exclude each other");
  const stopping = interrupted();
  if (parquet !== undefined) await checkNewFile(parquet);
  using client = await connect(server);
  const chosen = await findItems(client, chosenManagers(client, manager), names, { wait });
  using watch = await Watch.begin(client, chosen, given);
  const waiting = setTimeout(() => watch.noteSilence(), SILENCE_MS);
  const [end] = await Promise.allSettled([Promise.race([stopping, client.lost, watch.ended])]);
  clearTimeout(waiting);
  // Also after a failure: what has come so far is complete.
  watch.output.end();
  if (end.status === "rejected") throw end.reason;
  return 0;
}

/** How long nothing comes until somebody who waits is told why. */
const SILENCE_MS = 2000;

/** Samples on their way from managers to an output. */
class Watch implements Disposable {
  readonly output: SampleOutput;
  /** Resolves when all samples that were asked for have come; rejects if their managers end before. */
  readonly ended: Promise<void>;
  readonly #streams: readonly ItemStream[];
  #isSilent = true;

  static async begin(
    client: Client,
    chosen: readonly ChosenItems[],
    { every = 1, count = Infinity, ...given }: FlagValues<typeof flags>,
  ): Promise<Watch> {
    const ended = Promise.withResolvers<void>();
    const waiting: ItemBatch[] = [];
    const left = new Map(chosen.map(({ manager }) => [manager.label, count]));
    let take = (batch: ItemBatch): void => void waiting.push(batch);
    const streams: ItemStream[] = [];
    for (const items of chosen) {
      const onBatch = (batch: ItemBatch): void => {
        try {
          take(batch);
        } catch (error) {
          ended.reject(error);
        }
      };
      const options = { every, onBatch, onError: ended.reject };
      streams.push(await ItemStream.open(client, items, options));
    }
    const output = outputOf(given, streams);
    const watch = new Watch(output, ended.promise, streams);
    take = (batch) => {
      watch.#isSilent = false;
      const { label } = batch.manager;
      const wanted = left.get(label)!;
      if (wanted > 0) output.add(batch.steps.length > wanted ? firstOf(batch, wanted) : batch);
      left.set(label, wanted - batch.steps.length);
      if ([...left.values()].every((more) => more <= 0)) ended.resolve();
    };
    for (const batch of waiting) take(batch);
    void Promise.all(chosen.map(({ manager }) => managerGone(client, manager))).then(() => {
      ended.reject(new Failure(`${chosen.map(({ manager }) => manager.label).join(", ")} ended`));
    });
    noteMissing(streams);
    return watch;
  }

  private constructor(output: SampleOutput, ended: Promise<void>, streams: readonly ItemStream[]) {
    this.output = output;
    this.ended = ended;
    this.#streams = streams;
  }

  /** Says on a terminal why there may be no samples. */
  noteSilence(): void {
    if (this.#isSilent && process.stderr.isTTY) note(style.dim("no samples yet: is the world paused?"));
  }

  [Symbol.dispose](): void {
    for (const stream of this.#streams) stream[Symbol.dispose]();
  }
}

function outputOf(
  { csv, json, parquet }: Pick<FlagValues<typeof flags>, "csv" | "json" | "parquet">,
  streams: readonly ItemStream[],
): SampleOutput {
  if (parquet !== undefined) return new ParquetOutput(parquet, streams);
  if (json) return jsonOutput();
  return csv ? csvOutput(streams) : columnOutput(streams);
}

function firstOf({ values, ...batch }: ItemBatch, count: number): ItemBatch {
  const { length } = batch.steps;
  const kept: number[] = [];
  for (let start = 0; start < values.length; start += length) {
    for (let i = 0; i < count; i++) kept.push(values[start + i]!);
  }
  return { ...batch, steps: batch.steps.slice(0, count), times: batch.times.slice(0, count), values: kept };
}

function noteMissing(streams: readonly ItemStream[]): void {
  for (const { name, unavailable } of streams.flatMap(({ described }) => described)) {
    if (unavailable !== "") note(style.yellow(`${name} has no values: ${unavailable}`));
  }
}
