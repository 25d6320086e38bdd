import type { MessageRegistry } from "@orrery/msgs";
import type { Runner } from "@orrery/sim";
import { ANY_TYPE } from "@orrery/sim/front";
import type { RecordedTopic } from "./commands.ts";
import { rounded } from "./trace.ts";

/** An entry of a `topics.json` for one topic. */
export interface TopicRecord {
  readonly type: string;
  readonly count: number;
  readonly [more: string]: unknown;
}

/** Records the messages of the topics that a script asks for. */
export class TopicRecorder implements Disposable {
  readonly #runner: Runner;
  readonly #topics: readonly RecordedTopic[];
  readonly #heard = new Map<string, { step: number; message: object }[]>();
  readonly #node;

  constructor(runner: Runner, topics: readonly RecordedTopic[]) {
    this.#runner = runner;
    this.#topics = topics;
    this.#node = runner.node("parity");
    for (const { topic } of topics) {
      const heard: { step: number; message: object }[] = [];
      this.#heard.set(topic, heard);
      this.#node.subscribe(
        topic,
        ANY_TYPE,
        ({ value }) => void heard.push({ step: runner.now().count, message: value }),
      );
    }
  }

  /** Returns the records by topic, in the form of `topics.json`. */
  records(): Record<string, TopicRecord> {
    return Object.fromEntries(
      this.#topics.map((recorded) => [
        recorded.topic,
        recordOf(recorded, this.#heard.get(recorded.topic)!, this.#runner.messages),
      ]),
    );
  }

  [Symbol.dispose](): void {
    this.#node[Symbol.dispose]();
  }
}

type Heard = readonly { readonly step: number; readonly message: object }[];

function recordOf({ type, mode, steps = [] }: RecordedTopic, heard: Heard, messages: MessageRegistry): TopicRecord {
  const json = (message: object | undefined): unknown =>
    message === undefined ? null : messages.toJson(type, message as never);
  const [first, last] = [heard[0], heard.at(-1)];
  const counted = { type, count: heard.length };
  switch (mode) {
    case "all":
      return { ...counted, messages: heard.map(({ message }) => json(message)) };
    case "firstlast":
      return {
        ...counted,
        firstStep: first?.step ?? null,
        lastStep: last?.step ?? null,
        first: json(first?.message),
        last: json(last?.message),
      };
    case "stamps": {
      const wanted = heard.filter(({ step }) => steps.includes(step));
      return { ...counted, messages: wanted.map(({ step, message }) => ({ step, msg: json(message) })) };
    }
    case "odom": {
      const columns = ["t", "x", "y", "z", "qx", "qy", "qz", "qw", "vx", "vy", "vz", "wx", "wy", "wz"];
      return {
        ...counted,
        columns,
        rows: heard.map(({ message }) => odometryRow(message as Odometry)),
        firstMessage: json(first?.message),
      };
    }
    default:
      return mode satisfies never;
  }
}

interface Vector {
  readonly x?: number;
  readonly y?: number;
  readonly z?: number;
}

interface Odometry {
  readonly header?: { readonly stamp?: { readonly sec?: number; readonly nsec?: number } };
  readonly pose?: { readonly position?: Vector; readonly orientation?: Vector & { readonly w?: number } };
  readonly twist?: { readonly linear?: Vector; readonly angular?: Vector };
}

function odometryRow({ header, pose, twist }: Odometry): number[] {
  const three = (v: Vector | undefined): number[] => [v?.x ?? 0, v?.y ?? 0, v?.z ?? 0];
  const time = (header?.stamp?.sec ?? 0) + (header?.stamp?.nsec ?? 0) / 1e9;
  const place = [...three(pose?.position), ...three(pose?.orientation), pose?.orientation?.w ?? 0];
  return [time, ...place, ...three(twist?.linear), ...three(twist?.angular)].map(rounded);
}
