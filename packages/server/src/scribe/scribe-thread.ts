// The entry of the thread that describes large worlds, so that neither steps nor clients wait for that.
import { workerData } from "node:worker_threads";
import { messages } from "@orrery/msgs";
import { World, type Entity } from "@orrery/sim";
import { answerMakers, applyUpdate, textOf } from "@orrery/sim/host";
import type { ScribeAnswer, ScribeJob, ScribeStart } from "./scribe-messages.ts";
import { INBOX } from "../threads/signals.ts";

const { port, root, file, signals } = workerData as ScribeStart;
const copy = new World();
const makers = answerMakers(file);
const flags = new Int32Array(signals);

port.on("message", (job: ScribeJob) => {
  const answer = answerTo(job);
  port.postMessage(answer, "bytes" in answer ? [answer.bytes.buffer as ArrayBuffer] : []);
  Atomics.store(flags, INBOX, 1);
  Atomics.notify(flags, INBOX);
});

function answerTo({ id, answer, info, update }: ScribeJob): ScribeAnswer {
  try {
    if (update !== undefined) applyUpdate(copy, update);
    const { type, make } = makers[answer];
    return { id, bytes: messages.encode(type, make(copy, root as Entity, info) as never) };
  } catch (error) {
    return { id, error: textOf(error) };
  }
}
