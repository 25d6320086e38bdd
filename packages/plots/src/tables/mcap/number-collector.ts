import type { TypedMcapRecords } from "@mcap/core";
import { GrowingNumbers } from "../column-builder.ts";
import { FieldError, formatPath, type FieldPath } from "../fields/field-path.ts";
import { knownUnit } from "../fields/known-units.ts";
import { resolveNumber } from "../fields/field-types.ts";
import type { ReadNumbers } from "../formats/message-format.ts";
import { joinSeconds } from "../message-times.ts";
import type { NamedSamples } from "../table.ts";
import { reasonOf, TableError } from "../table-error.ts";
import { isSorted } from "../time-order.ts";
import type { ReadableTopic } from "./logged-topic.ts";

/** A number of a topic's messages. */
export interface LoggedNumber {
  readonly topic: string;
  /** Needed only where a topic has messages of several types. */
  readonly type?: string;
  readonly path: FieldPath;
  /** By default the topic and the path: "/imu.linear_acceleration.x". */
  readonly name?: string;
}

export interface LoggedCurves {
  readonly curves: readonly NamedSamples[];
  /** What is wrong with the file, or with its messages. */
  readonly problems: readonly string[];
}

/** Returns what a number of a log is called: "/imu.linear_acceleration.x". */
export function nameOfNumber({ topic, path }: Pick<LoggedNumber, "topic" | "path">): string {
  return `${topic}.${formatPath(path)}`;
}

/** Collects numbers of messages, one after the other. */
export class NumberCollector {
  readonly #curves: readonly Curve[];
  /** Who reads the messages of a channel. */
  readonly #readers = new Map<number, ChannelReader>();
  readonly #mostCells: number;
  #count = 0;

  constructor(
    wanted: readonly LoggedNumber[],
    topicsCalled: (name: string, type: string | undefined) => readonly ReadableTopic[],
    { time = "stamp", mostCells = 50e6 }: { readonly time?: "stamp" | "log"; readonly mostCells?: number },
  ) {
    this.#mostCells = mostCells;
    const curvesOf = new Map<ReadableTopic, Curve[]>();
    this.#curves = wanted.map((number) => {
      const topics = topicsWith(number.path, topicsCalled(number.topic, number.type));
      const curve = new Curve(number, unitOf(topics[0]!, number.path), time);
      for (const topic of topics) curvesOf.set(topic, [...(curvesOf.get(topic) ?? []), curve]);
      return curve;
    });
    for (const [topic, curves] of curvesOf) {
      const reader = new ChannelReader(topic, curves);
      for (const id of topic.channels) this.#readers.set(id, reader);
    }
  }

  /** Ids of the channels that are to be read. */
  get channels(): ReadonlySet<number> {
    return new Set(this.#readers.keys());
  }

  take(message: TypedMcapRecords["Message"]): void {
    const reader = this.#readers.get(message.channelId);
    if (reader === undefined) return;
    this.#count += reader.count;
    if (this.#count <= this.#mostCells) reader.take(message);
  }

  /** Throws a TableError when there are too many numbers. */
  checkCount(): void {
    if (this.#count <= this.#mostCells) return;
    throw new TableError(`there are more than ${this.#mostCells} numbers: choose fewer fields`);
  }

  finish(): LoggedCurves {
    const problems = [...new Set(this.#readers.values())].flatMap(({ problem }) => problem ?? []);
    const curves = this.#curves.map((curve) => curve.finish(problems));
    return { curves, problems };
  }
}

/** Returns the topics whose messages have a number. Throws with the reason if none has. */
function topicsWith(path: FieldPath, topics: readonly ReadableTopic[]): ReadableTopic[] {
  let reason: unknown;
  const found = topics.filter((topic) => {
    try {
      topic.format.reader([path]);
      return true;
    } catch (error) {
      reason = error;
      return false;
    }
  });
  if (found.length === 0) throw reason;
  return found;
}

function unitOf({ format }: ReadableTopic, path: FieldPath): string {
  try {
    const steps = resolveNumber(format.typesWith(undefined), format.root, path);
    return steps.reduce((unit, { owner, shape }) => knownUnit(owner, shape.name) ?? unit, "");
  } catch (error) {
    if (error instanceof FieldError) return "";
    throw error;
  }
}

/** Reads the numbers of all curves of a topic. */
class ChannelReader {
  readonly #curves: readonly Curve[];
  readonly #topic: string;
  readonly #read: ReadNumbers;
  readonly #values: Float64Array;
  readonly #times: Float64Array;
  #damaged = 0;
  #reason = "";

  constructor({ name, format }: ReadableTopic, curves: readonly Curve[]) {
    this.#topic = name;
    this.#curves = curves;
    this.#read = format.reader(curves.map(({ path }) => path));
    this.#values = new Float64Array(curves.length);
    this.#times = new Float64Array(curves.length);
  }

  get count(): number {
    return this.#curves.length;
  }

  get problem(): string | undefined {
    if (this.#damaged === 0) return undefined;
    return `${this.#damaged} messages of ${this.#topic} cannot be read: ${this.#reason}`;
  }

  take({ data, logTime }: TypedMcapRecords["Message"]): void {
    try {
      this.#read(data, this.#values, this.#times);
    } catch (error) {
      this.#reason ||= reasonOf(error);
      this.#damaged++;
      return;
    }
    const seconds = Number(logTime / 1_000_000_000n);
    const logged = joinSeconds(seconds, Number(logTime % 1_000_000_000n));
    for (let i = 0; i < this.#curves.length; i++) this.#curves[i]!.add(this.#values[i]!, this.#times[i]!, logged);
  }
}

class Curve {
  readonly path: FieldPath;
  readonly #name: string;
  readonly #unit: string;
  readonly #values = new GrowingNumbers();
  /** Undefined when times of logging are wanted. */
  readonly #stamps: GrowingNumbers | undefined;
  readonly #logTimes = new GrowingNumbers();

  constructor(
    { topic, path, name = nameOfNumber({ topic, path }) }: LoggedNumber,
    unit: string,
    time: "stamp" | "log",
  ) {
    this.path = path;
    this.#name = name;
    this.#unit = unit;
    this.#stamps = time === "stamp" ? new GrowingNumbers() : undefined;
  }

  add(value: number, stamp: number, logTime: number): void {
    this.#values.push(value);
    this.#stamps?.push(stamp);
    this.#logTimes.push(logTime);
  }

  finish(problems: string[]): NamedSamples {
    const [times, values] = [this.#times(), this.#values.take()];
    if (isSorted(times)) return { name: this.#name, unit: this.#unit, samples: { times, values } };
    if (this.#stamps !== undefined) problems.push(`times of ${this.#name} go back: its samples were put in order`);
    const order = new Uint32Array(times.length).map((_, i) => i).sort((a, b) => times[a]! - times[b]! || a - b);
    const sorted = (column: Float64Array): Float64Array => column.map((_, i) => column[order[i]!]!);
    return { name: this.#name, unit: this.#unit, samples: { times: sorted(times), values: sorted(values) } };
  }

  /** Returns the stamps, or the times of logging where there are none, or if nobody has set them. */
  #times(): Float64Array {
    const [stamps, logTimes] = [this.#stamps?.take(), this.#logTimes.take()];
    const areSet = stamps?.some((stamp) => stamp !== 0 && !Number.isNaN(stamp)) === true;
    if (!areSet) return logTimes;
    return stamps.map((stamp, i) => (Number.isNaN(stamp) ? logTimes[i]! : stamp));
  }
}
