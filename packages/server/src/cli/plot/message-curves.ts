import {
  type ByteSource,
  type CurveInfo,
  FieldError,
  type FieldPath,
  formatPath,
  type LoggedNumber,
  type LoggedTopic,
  MessageLog,
  parsePath,
  TableError,
} from "@orrery/plots";
import { Failure } from "../failure.ts";
import { fitsPattern } from "../items/item-names.ts";
import { note, showProgress, style } from "../terminal.ts";
import type { CurveSink, CurveSource } from "./curve-source.ts";
import { unpackers } from "./table-curves.ts";

/** A curve of a log: numbers of a topic's messages that belong together. */
interface Found {
  readonly info: CurveInfo;
  readonly numbers: readonly LoggedNumber[];
}

/** Messages with these numbers are vectors and quaternions. */
const SHAPES = [
  { shape: "quaternion", parts: ["x", "y", "z", "w"] },
  { shape: "vector", parts: ["x", "y", "z"] },
] as const;

/** Numbers in the messages of an MCAP file of anybody: `/imu.linear_acceleration.x`, or without the last part a vector. */
export class MessageCurves implements CurveSource {
  readonly title: string;
  readonly timeTitle = "Time";
  readonly isLive = false;
  readonly #log: MessageLog;
  readonly #time: "stamp" | "log";
  readonly #found = new Map<string, Found>();

  static async open(source: ByteSource, time: "stamp" | "log"): Promise<MessageCurves> {
    const onProgress = (fraction: number): void => showProgress(`read ${Math.round(100 * fraction)} %`);
    const log = await MessageLog.open(source, { unpackers, onProgress });
    for (const problem of log.problems) note(style.yellow(problem));
    return new MessageCurves(source.name, log, time);
  }

  private constructor(title: string, log: MessageLog, time: "stamp" | "log") {
    this.title = title;
    this.#log = log;
    this.#time = time;
  }

  async info(name: string): Promise<CurveInfo | undefined> {
    const known = this.#found.get(name) ?? (await this.#find(name));
    if (known !== undefined) this.#found.set(name, known);
    return known?.info;
  }

  async fitting(pattern: string): Promise<readonly string[]> {
    return (await this.#allNames()).filter((name) => fitsPattern(name, pattern));
  }

  near(): Promise<readonly string[]> {
    return this.#allNames();
  }

  async read(names: readonly string[], sink: CurveSink): Promise<void> {
    const found = names.map((name) => this.#found.get(name)!);
    const wanted = found.flatMap(({ numbers }) => numbers);
    const { curves, problems } = await this.#log.read(wanted, { time: this.#time });
    for (const problem of problems) note(style.yellow(problem));
    let at = 0;
    for (const [i, name] of names.entries()) {
      const { numbers } = found[i]!;
      // Numbers of one message have its time, and so the same order.
      const columns = curves.slice(at, (at += numbers.length));
      sink.add(name, { times: columns[0]!.samples.times, columns: columns.map(({ samples }) => samples.values) });
    }
  }

  async #find(name: string): Promise<Found | undefined> {
    for (const topic of this.#log.topics) {
      if (!name.startsWith(`${topic.name}.`) || topic.refusal !== undefined) continue;
      const found = await this.#numbersAt(topic, name.slice(topic.name.length + 1));
      if (found !== undefined) return found;
    }
    const refused = this.#log.topics.find((topic) => name === topic.name || name.startsWith(`${topic.name}.`));
    if (refused?.refusal !== undefined) throw new Failure(`${refused.name}: ${refused.refusal}`);
    return undefined;
  }

  async #numbersAt(topic: LoggedTopic, text: string): Promise<Found | undefined> {
    try {
      const path = parsePath(text);
      const number = await this.#numberAt(topic, path);
      if (number !== undefined) return number;
      const nodes = await this.#log.fields(topic, path);
      const parts = nodes.filter(({ kind }) => kind === "number");
      const fits = (names: readonly string[]): boolean => parts.map((node) => node.name).join() === names.join();
      const found = SHAPES.find(({ parts: names }) => fits(names));
      if (found === undefined) return undefined;
      const units = parts.map(({ unit = "" }) => unit);
      return { info: { shape: found.shape, units }, numbers: parts.map((node) => numberOf(topic, node.path)) };
    } catch (error) {
      if (error instanceof FieldError || error instanceof TableError) return undefined;
      throw error;
    }
  }

  /** Returns the curve of a single number, which is a field or an element of a list. */
  async #numberAt(topic: LoggedTopic, path: FieldPath): Promise<Found | undefined> {
    const isElement = typeof path.at(-1) === "number";
    const field = isElement ? path.slice(0, -1) : path;
    const node = (await this.#log.fields(topic, field.slice(0, -1))).find(({ name }) => name === field.at(-1));
    const isNumber = isElement ? node?.elements === "number" : node?.kind === "number";
    if (!isNumber) return undefined;
    return { info: { shape: "number", units: [node?.unit ?? ""] }, numbers: [numberOf(topic, path)] };
  }

  async #allNames(): Promise<string[]> {
    const names: string[] = [];
    for (const topic of this.#log.topics) {
      if (topic.refusal !== undefined) continue;
      const { fields } = await this.#log.numbers(topic);
      names.push(...fields.map(({ path }) => `${topic.name}.${formatPath(path)}`));
    }
    return names;
  }
}

function numberOf({ name, type }: LoggedTopic, path: FieldPath): LoggedNumber {
  return { topic: name, type, path };
}
