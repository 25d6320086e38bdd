import type { Runner } from "../runner/runner.ts";
import type { Message } from "../transport/message.ts";
import type { RecordedMessage, TopicSink } from "./recorded-topics.ts";
import { matchesTopic } from "./topic-pattern.ts";

/** Most topics of a log. */
const MAX_TOPICS = 1000;
/** Messages of one topic that are recorded at once, and per pass in the long run. */
const BURST = 1000;
const PER_PASS = 10;
/** Larger messages are dropped. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** What a recorder of topics needs from a world. */
export type TopicRunner = Pick<Runner, "bus" | "messages" | "now">;

/** The clock of a recording. */
export interface LogClock {
  /** Log time of what happens now. */
  readonly logNs: number;
}

/**
 * Records messages of the topics of a world whose names match a pattern: those that the world publishes, and those from
 * outside that it listens to. A flood costs the world little: what exceeds the limits is dropped and counted.
 */
export class TopicRecorder implements Disposable {
  readonly #runner: TopicRunner;
  readonly #sink: TopicSink;
  readonly #clock: LogClock;
  readonly #onDrop: TopicRecorderOptions["onDrop"];
  readonly #tap: Disposable;
  readonly #topics = new Map<string, Topic>();
  #batch: RecordedMessage[] = [];
  #pass = 0;
  #nextId = 0;

  constructor(runner: TopicRunner, { sink, clock, patterns, onDrop }: TopicRecorderOptions) {
    this.#runner = runner;
    this.#sink = sink;
    this.#clock = clock;
    this.#onDrop = onDrop;
    this.#tap = runner.bus.topicTable.tap({
      accepts: (topic) => patterns.some((pattern) => matchesTopic(pattern, topic)),
      take: (message) => this.#take(message),
    });
  }

  /** Numbers of messages that are missing, by topic. */
  get dropped(): ReadonlyMap<string, number> {
    const counts = [...this.#topics.values()].map(({ name, dropped }) => [name, dropped] as const);
    return new Map(counts.filter(([, count]) => count > 0));
  }

  /** Hands over what has been collected. Called after each pass. */
  passed(): void {
    this.#pass++;
    if (this.#batch.length === 0) return;
    this.#sink.writeMessages(this.#batch);
    this.#batch = [];
  }

  [Symbol.dispose](): void {
    this.#tap[Symbol.dispose]();
    this.passed();
  }

  #take(message: Message): void {
    const topic = this.#topics.get(message.topic) ?? this.#open(message);
    if (topic === undefined) return;
    // A limit by passes, and not by a clock: a world that runs fast has as many messages per step.
    topic.room = Math.min(BURST, topic.room + PER_PASS * (this.#pass - topic.pass));
    topic.pass = this.#pass;
    if (topic.id === undefined) return this.#drop(topic, `its type ${topic.type} is not known`);
    if (topic.type !== message.type) return this.#drop(topic, `one is not a ${topic.type}`);
    if (topic.room < 1 || this.#sink.isFull) return this.#drop(topic, "there are more than can be written");
    const bytes = copyOf(message);
    if (bytes === undefined) return this.#drop(topic, "one is too large, or cannot be encoded");
    topic.room--;
    this.#batch.push({ topic: topic.id, logNs: this.#clock.logNs, simNs: this.#runner.now().timeNs, bytes });
  }

  #open({ topic: name, type }: Message): Topic | undefined {
    if (this.#topics.size >= MAX_TOPICS) return undefined;
    const topic: Topic = { name, type, id: undefined, room: BURST, pass: this.#pass, dropped: 0 };
    this.#topics.set(name, topic);
    try {
      const schema = this.#runner.messages.descriptorSet(type);
      this.#sink.addTopic({ id: this.#nextId, name, type: this.#runner.messages.nameOf(type), schema });
      topic.id = this.#nextId++;
    } catch {
      // Its type is not known here, so no reader could decode it.
    }
    return topic;
  }

  #drop(topic: Topic, reason: string): void {
    topic.dropped++;
    this.#onDrop({ topic: topic.name, count: topic.dropped, reason });
  }
}

export interface TopicRecorderOptions {
  readonly sink: TopicSink;
  readonly clock: LogClock;
  readonly patterns: readonly string[];
  /** Called for each message that is dropped. */
  readonly onDrop: (drop: DroppedMessage) => void;
}

export interface DroppedMessage {
  readonly topic: string;
  /** Number of its messages that were dropped so far. */
  readonly count: number;
  readonly reason: string;
}

interface Topic {
  readonly name: string;
  readonly type: string;
  /** Its number in the log; undefined if it cannot be recorded. */
  id: number | undefined;
  /** Number of messages that may still be recorded. */
  room: number;
  /** The pass up to which room was added. */
  pass: number;
  dropped: number;
}

/**
 * Copies the bytes of a message, because subscribers share them, and they may be part of a larger buffer. Returns
 * `undefined` for a message that is too large, or cannot be encoded: its publisher is told elsewhere.
 */
function copyOf(message: Message): Uint8Array<ArrayBuffer> | undefined {
  try {
    const { bytes } = message;
    return bytes.length > MAX_MESSAGE_BYTES ? undefined : bytes.slice();
  } catch {
    return undefined;
  }
}
