import type { ByteSource } from "../byte-source.ts";
import type { NumberFieldsOptions } from "../number-paths.ts";
import { tableOf, type Table } from "../table.ts";
import { reasonOf, TableError } from "../table-error.ts";
import { MessageLog, type MessageLogOptions, type ReadNumbersOptions } from "./message-log.ts";
import type { LoggedNumber } from "./number-collector.ts";

export interface McapTableOptions extends MessageLogOptions, ReadNumbersOptions, NumberFieldsOptions {
  /** The topics to read; by default all. */
  readonly topics?: readonly string[];
}

/** What was read of a log. */
export interface McapTable {
  readonly table: Table;
  readonly problems: readonly string[];
  /** Topics and fields that are not in the table, and why. */
  readonly leftOut: ReadonlyMap<string, string>;
}

/** Reads the numbers of an MCAP file as one table. Throws a TableError when there are none. */
export async function readMcap(source: ByteSource, options: McapTableOptions = {}): Promise<McapTable> {
  const log = await MessageLog.open(source, options);
  const leftOut = new Map<string, string>();
  const wanted: LoggedNumber[] = [];
  for (const topic of log.topics) {
    if (options.topics?.includes(topic.name) === false || topic.count === 0) continue;
    try {
      const { fields, leftOut: lists } = await log.numbers(topic, options);
      wanted.push(...fields.map(({ path }) => ({ topic: topic.name, type: topic.type, path })));
      for (const [path, reason] of lists) leftOut.set(`${topic.name}.${path}`, reason);
      if (fields.length === 0 && lists.size === 0) leftOut.set(topic.name, "it has no numbers");
    } catch (error) {
      leftOut.set(topic.name, topic.refusal ?? reasonOf(error));
    }
  }
  if (wanted.length === 0) throw new TableError(nothing(source.name, leftOut));
  const { curves, problems } = await log.read(wanted, options);
  return { table: tableOf(curves), problems: [...log.problems, ...problems], leftOut };
}

function nothing(name: string, leftOut: ReadonlyMap<string, string>): string {
  const reasons = [...leftOut].slice(0, 10).map(([what, why]) => `\n  ${what}: ${why}`);
  return `${name}: error: there are no numbers in it${reasons.join("")}`;
}
