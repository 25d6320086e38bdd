import type { Log, Runner } from "@orrery/sim";
import {
  Recorder,
  type DroppedMessage,
  type LogEntry,
  type LogSink,
  type RecordedMessage,
  type RecordedRunner,
  type TopicSink,
} from "@orrery/sim/logs";
import {
  DROPPED,
  FAILED,
  IN_FLIGHT,
  MAX_IN_FLIGHT,
  MAX_TOPICS_IN_FLIGHT,
  type LogMessage,
  type RecordStart,
} from "./log-messages.ts";

/** Sends everything that happens in a world to the thread that writes its log, until it is disposed of. */
export function recordWorld(
  runner: RecordedRunner & Pick<Runner, "name">,
  start: RecordStart,
  log: Pick<Log, "warn">,
): Disposable {
  const { rateHz, about, topics: patterns } = start;
  const sink = new PortSink(start);
  sink.send({ about: { ...about, world: runner.name } });
  const onDrop = ({ topic, count, reason }: DroppedMessage): void => {
    sink.dropped();
    if (count === 1) log.warn(`not all messages of ${topic} are in the log: ${reason}`);
  };
  const topics = patterns.length === 0 ? {} : { topics: { sink, patterns, onDrop } };
  const recorder = new Recorder(runner, sink, { rateHz, ...topics });
  return {
    [Symbol.dispose]: () => {
      recorder[Symbol.dispose]();
      if (recorder.dropped.size > 0) sink.send({ dropped: recorder.dropped });
    },
  };
}

/** The port of the writing thread. */
class PortSink implements LogSink, TopicSink {
  readonly #port: RecordStart["port"];
  readonly #shared: Int32Array;

  constructor({ port, inFlight }: RecordStart) {
    this.#port = port;
    this.#shared = new Int32Array(inFlight);
  }

  get isBehind(): boolean {
    return Atomics.load(this.#shared, IN_FLIGHT) > MAX_IN_FLIGHT;
  }

  get isFull(): boolean {
    return Atomics.load(this.#shared, IN_FLIGHT) > MAX_TOPICS_IN_FLIGHT;
  }

  write(entry: LogEntry): void {
    if (this.#hasFailed) return;
    Atomics.add(this.#shared, IN_FLIGHT, entry.bytes.length);
    const { buffer } = entry.bytes;
    const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === entry.bytes.length;
    this.send({ entry }, isAlone ? [buffer] : []);
  }

  addTopic(topic: Parameters<TopicSink["addTopic"]>[0]): void {
    if (!this.#hasFailed) this.send({ topic });
  }

  writeMessages(messages: readonly RecordedMessage[]): void {
    if (this.#hasFailed) return;
    Atomics.add(
      this.#shared,
      IN_FLIGHT,
      messages.reduce((sum, { bytes }) => sum + bytes.length, 0),
    );
    this.send(
      { messages },
      messages.map(({ bytes }) => bytes.buffer),
    );
  }

  /** Counts a message that was dropped. */
  dropped(): void {
    Atomics.add(this.#shared, DROPPED, 1);
  }

  send(message: LogMessage, transfer: ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  get #hasFailed(): boolean {
    return Atomics.load(this.#shared, IN_FLIGHT) >= FAILED;
  }
}
