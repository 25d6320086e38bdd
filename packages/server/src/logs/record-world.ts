import type { Runner } from "@orrery/sim";
import { Recorder, type LogEntry, type LogSink, type RecordedRunner } from "@orrery/sim/logs";
import { FAILED, MAX_IN_FLIGHT, type LogMessage, type RecordStart } from "./log-messages.ts";

/** Sends everything that happens in a world to the thread that writes its log, until it is disposed of. */
export function recordWorld(
  runner: RecordedRunner & Pick<Runner, "name">,
  { port, inFlight, rateHz, about }: RecordStart,
): Recorder {
  const waiting = new Int32Array(inFlight);
  const send = (message: LogMessage, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);
  const sink: LogSink = {
    get isBehind() {
      return Atomics.load(waiting, 0) > MAX_IN_FLIGHT;
    },
    write(entry: LogEntry) {
      if (Atomics.load(waiting, 0) >= FAILED) return;
      Atomics.add(waiting, 0, entry.bytes.length);
      const { buffer } = entry.bytes;
      const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === entry.bytes.length;
      send({ entry }, isAlone ? [buffer] : []);
    },
  };
  send({ about: { ...about, world: runner.name } });
  return new Recorder(runner, sink, { rateHz });
}
