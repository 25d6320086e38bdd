import type { Bus } from "./bus.ts";
import { callerOf, type Caller } from "./caller.ts";
import { Calls } from "./calls.ts";
import type { CallDesc } from "./calls.ts";
import type { Codec } from "./codec.ts";
import type { Input } from "./inbox.ts";
import { ownCopy } from "./inbox.ts";
import { ANY_TYPE, madeBy, Message, PLAIN } from "./message.ts";
import type { Answer, Neighbour } from "./wire/neighbour.ts";
import type { LocalService, ServiceTraits } from "./service.ts";
import { SharedAnswer } from "./shared-answer.ts";
import { textOf } from "../base/error-text.ts";
import { RequestError } from "./transport-error.ts";
import type { WorkQueue } from "./work-queue.ts";

/** A request as sent by a neighbour. */
export interface Asked extends Caller {
  readonly service: string;
  readonly bytes: Uint8Array;
}

/**
 * Routes requests and answers through one bus: from its nodes and neighbours to its services and neighbours, and back.
 */
export class Requests {
  readonly #bus: Bus;
  readonly #work: WorkQueue;
  readonly #calls: Calls;
  #lastInputId = 0;

  constructor(bus: Bus, work: WorkQueue) {
    this.#bus = bus;
    this.#work = work;
    this.#calls = new Calls((id, error) => bus.batch(() => this.#answerCall(id, { ok: false, error }, true)));
  }

  /** Number of calls of this bus that wait for answers. */
  get open(): number {
    return this.#calls.size;
  }

  /** Makes a request on behalf of a node of this bus. `onAnswer` is called once, never before this returns. */
  call(desc: CallDesc, value: object): void {
    const id = this.#calls.start(desc);
    this.#bus.batch(() => this.#place(id, desc, value));
  }

  abandon(owner: object): void {
    this.#bus.batch(() => this.#calls.abandon(owner));
  }

  /** Accepts a request from a neighbour. Returns a function that cancels it. */
  accept(origin: Neighbour, asked: Asked, reply: (answer: Answer) => void): () => void {
    const { service: name, bytes } = asked;
    const service = this.#bus.serviceTable.get(name);
    const traits = service?.announcementFor(origin);
    if (service === undefined || traits === undefined) {
      reply(noSuchService(name));
      return () => undefined;
    }
    const type = traits.request;
    const { local, remote } = service;
    if (remote !== undefined) {
      return remote.request(name, Message.ofBytes(this.#bus.codec, name, type, bytes, madeBy(asked)), reply);
    }
    if (this.#bus.deferred) {
      const id = ++this.#lastInputId;
      const input: Input = { kind: "request", id, service: name, type, ...callerOf(asked), bytes: ownCopy(bytes) };
      this.#bus.inbox.push(input, { origin, reply });
    } else if (local !== undefined) {
      const request = Message.ofBytes(this.#bus.codec, name, type, bytes, madeBy(asked));
      this.#work.push(() => this.#run(local, request, reply));
    }
    return () => undefined;
  }

  /** Lets a request from the inbox, or from a replay, take effect. */
  deliver(input: Input & { kind: "request" }, reply: (answer: Answer, late: boolean) => void): void {
    const local = this.#bus.serviceTable.get(input.service)?.local;
    if (local === undefined) return reply(noSuchService(input.service), false);
    const { service, type, bytes } = input;
    this.#run(local, Message.ofBytes(this.#bus.codec, service, type, bytes, madeBy(input)), reply);
  }

  complete(id: number, answer: Answer): void {
    const name = this.#calls.serviceOf(id);
    try {
      this.#calls.complete(id, answer);
    } catch (cause) {
      const message = `who asked "${name}" failed at the answer: ${textOf(cause)}`;
      this.#bus.report({ kind: "answer", message, name, cause });
    }
  }

  #place(id: number, desc: CallDesc, value: object): void {
    const name = desc.service;
    const service = this.#bus.serviceTable.get(name);
    const traits = service?.traits;
    const problem = traits === undefined ? this.#bus.serviceTable.missing(name) : misfit(this.#bus.codec, desc, traits);
    if (service === undefined || traits === undefined || problem !== undefined) {
      // Late, like a neighbour's answer: who is connected is determined outside, and must be recorded.
      if (!this.#bus.replay.isOn && problem !== undefined) this.#answerCall(id, { ok: false, error: problem }, true);
      return;
    }
    const request = Message.ofValue(this.#bus.codec, name, traits.request, value, PLAIN);
    const { local, remote } = service;
    if (local !== undefined && this.#calls.isOutside(id)) {
      // Its handler could change the world without a recorded input.
      const error = new RequestError("refused", name, `"${name}" is a service of this world itself`);
      this.#answerCall(id, { ok: false, error }, true);
    } else if (local !== undefined) {
      this.#work.push(() => this.#run(local, request, (answer, late) => this.#answerCall(id, answer, late)));
    } else if (remote !== undefined && !this.#bus.replay.isOn) {
      try {
        this.#calls.onGiveUp(
          id,
          remote.request(name, request, (answer) => this.#answerCall(id, answer, true)),
        );
      } catch (cause) {
        const error = new RequestError("refused", name, `request to "${name}" cannot be sent: ${textOf(cause)}`);
        this.#answerCall(id, { ok: false, error }, true);
      }
    }
  }

  /**
   * Answers a call. `late` says that the answer was not given within the flush, so a deferred bus must treat it as an
   * input.
   */
  #answerCall(id: number, answer: Answer, late: boolean): void {
    const service = this.#calls.serviceOf(id);
    if (service === undefined) return;
    if (this.#calls.isOutside(id)) this.complete(id, answer);
    else if (this.#bus.deferred && late) this.#bus.inbox.push(answerInput(id, service, answer));
    else this.#work.push(() => this.complete(id, answer));
  }

  #run(service: LocalService, request: Message, reply: (answer: Answer, late: boolean) => void): void {
    const name = request.topic;
    let result: object | Promise<object>;
    try {
      result = service.answer(request);
    } catch (error) {
      return reply(refused(name, error), false);
    }
    if (!(result instanceof Promise)) return reply(this.#answerOf(service, name, result), false);
    void result.then(
      (value) => this.#bus.batch(() => reply(this.#answerOf(service, name, value), true)),
      (error: unknown) => this.#bus.batch(() => reply(refused(name, error), true)),
    );
  }

  #answerOf(service: LocalService, name: string, value: unknown): Answer {
    if (typeof value !== "object" || value === null) return refused(name, `the handler of "${name}" gave no answer`);
    const { codec } = this.#bus;
    const { response } = service;
    if (value instanceof SharedAnswer) return { ok: true, payload: value.messageOf(codec, name, response) };
    return { ok: true, payload: Message.ofValue(codec, name, response, value, PLAIN) };
  }
}

/** Returns how the types of a service differ from those that a caller expects; `undefined` if they match. */
function misfit(codec: Codec, { service, request, response }: CallDesc, has: ServiceTraits): RequestError | undefined {
  const differ = (expected: string, type: string): boolean =>
    expected !== ANY_TYPE && expected !== type && codec.nameOf(expected) !== codec.nameOf(type);
  if (differ(request, has.request))
    return new RequestError("refused", service, `the service "${service}" takes ${has.request}, not ${request}`);
  if (differ(response, has.response))
    return new RequestError("refused", service, `the service "${service}" answers ${has.response}, not ${response}`);
  return undefined;
}

function refused(service: string, error: unknown): Answer {
  return { ok: false, error: new RequestError("refused", service, textOf(error)) };
}

/**
 * Answers that there is no such service, without a hint: strangers could keep the thread busy by making it search for
 * the nearest name.
 */
function noSuchService(name: string): Answer {
  return { ok: false, error: new RequestError("no-such-service", name, `nobody provides the service "${name}"`) };
}

function answerInput(id: number, service: string, answer: Answer): Input {
  if (!answer.ok) return { kind: "failure", id, service, code: answer.error.code, text: answer.error.message };
  try {
    const { type, bytes } = answer.payload;
    return { kind: "answer", id, service, type, bytes: ownCopy(bytes) };
  } catch (error) {
    return { kind: "failure", id, service, code: "refused", text: `answer cannot be encoded: ${textOf(error)}` };
  }
}
