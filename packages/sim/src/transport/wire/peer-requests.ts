import type { Allowances } from "../allowance.ts";
import type { Bus } from "../bus.ts";
import { callerOf } from "../caller.ts";
import { FrameError } from "./frame-error.ts";
import { Fifo } from "../fifo.ts";
import type { Frame } from "./frame.ts";
import type { Guard } from "../guard.ts";
import { nameProblem } from "../names.ts";
import { Message, PLAIN } from "../message.ts";
import type { Answer, Neighbour } from "./neighbour.ts";
import { isSameService, traitsOf, type Service, type ServiceTraits } from "../service.ts";
import { textOf } from "../../base/error-text.ts";
import { RequestError } from "../transport-error.ts";

export interface PeerRequestsOptions {
  readonly bus: Bus;
  readonly peer: Neighbour;
  readonly write: (frame: Frame) => void;
  /** What the other side may hold here. */
  readonly allowances: Allowances;
  /** Returns why the other side may not do something. */
  readonly refusal: Guard;
}

/** The services of one link: what each side told the other, and the waiting requests in either direction. */
export class PeerRequests {
  readonly #options: PeerRequestsOptions;
  readonly #sentTraits = new Map<string, ServiceTraits>();
  readonly #asked = new Map<number, Asked>();
  /** Functions that cancel the other side's requests, by request number. */
  readonly #answering = new Map<number, () => void>();
  /**
   * When requests that the other side gave up stop counting, ms; until then they may still wait where they were sent.
   */
  readonly #givenUp = new Fifo<number>();
  #lastId = 0;
  #nameCount = 0;

  constructor(options: PeerRequestsOptions) {
    this.#options = options;
  }

  /** Number of requests that wait for an answer, in either direction. */
  get open(): number {
    return this.#asked.size + this.#answering.size;
  }

  /** Sends what the other side does not know about the service yet. `isSeen` says that it may know the name. */
  sync(service: Service, isSeen: boolean): void {
    const { peer, write } = this.#options;
    const announced = isSeen ? service.announcementFor(peer) : undefined;
    if (isSameService(this.#sentTraits.get(service.name), announced)) return;
    if (announced === undefined) {
      this.#sentTraits.delete(service.name);
      return write({ kind: "no-service", service: service.name });
    }
    const traits = traitsOf(announced);
    this.#sentTraits.set(service.name, traits);
    write({ kind: "service", service: service.name, ...traits });
  }

  announced(frame: Frame & { kind: "service" | "no-service" }): void {
    const { bus, peer, write, allowances, refusal } = this.#options;
    const known = bus.serviceTable.get(frame.service)?.announcements.has(peer) ?? false;
    if (frame.kind === "no-service") {
      if (known) this.#forgetNames(1);
      bus.serviceTable.announced(peer, frame.service, undefined);
      return;
    }
    const problem = nameProblem(frame.service);
    if (problem !== undefined) throw new FrameError(`service name ${problem}`);
    const reason = refusal({ kind: "offer", service: frame.service }) ?? bus.serviceTable.refusal(peer, frame.service);
    if (reason !== undefined) return write({ kind: "conflict", name: frame.service, text: reason });
    if (!known) {
      if (!allowances.services.take()) throw new FrameError(`more than ${allowances.services.most} services`);
      this.#nameCount++;
    }
    bus.serviceTable.announced(peer, frame.service, traitsOf(frame));
  }

  /** Sends a request to the other side. Throws if it cannot be encoded. */
  ask(service: string, payload: Message, reply: (answer: Answer) => void): () => void {
    const id = ++this.#lastId;
    const { bus, peer, write } = this.#options;
    // Looked up now, because the provider may withdraw the service before its answer arrives.
    const type = bus.serviceTable.get(service)?.announcements.get(peer)?.response ?? "";
    write({ kind: "request", id, service, ...callerOf(payload), bytes: payload.bytes });
    this.#asked.set(id, { service, type, reply });
    return () => {
      if (this.#asked.delete(id)) write({ kind: "cancel", id });
    };
  }

  requested(frame: Frame & { kind: "request" }): void {
    const { id, service } = frame;
    const { bus, peer, write, allowances, refusal } = this.#options;
    if (this.#answering.has(id)) throw new FrameError(`request ${id} exists already`);
    // A missing service needs no role; the caller then reads that it is missing.
    const needs = bus.serviceTable.get(service)?.announcementFor(peer)?.needs;
    const reason = needs === undefined ? undefined : refusal({ kind: "ask", service, needs });
    if (reason !== undefined) return write({ kind: "failure", id, code: "refused", text: reason });
    this.#forgetGivenUp();
    if (!allowances.requests.take()) {
      return write({
        kind: "failure",
        id,
        code: "refused",
        text: `more than ${allowances.requests.most} requests wait`,
      });
    }
    this.#answering.set(id, () => undefined);
    try {
      const giveUp = bus.requests.accept(peer, frame, (answer) => this.#answer(id, answer));
      if (this.#answering.has(id)) this.#answering.set(id, giveUp);
    } catch (error) {
      this.#answer(id, { ok: false, error: new RequestError("refused", service, textOf(error)) });
    }
  }

  cancelled(id: number): void {
    const giveUp = this.#answering.get(id);
    if (giveUp === undefined) return;
    this.#answering.delete(id);
    // If the allowance were returned at once, a client could fill the provider's queues by giving up and asking again.
    const { allowances, bus } = this.#options;
    if (bus.nowMs === undefined) allowances.requests.giveBack();
    else this.#givenUp.push(bus.nowMs() + GIVEN_UP_MS);
    giveUp();
  }

  answered(frame: Frame & { kind: "answer" | "failure" }): void {
    const call = this.#asked.get(frame.id);
    if (call === undefined) return;
    this.#asked.delete(frame.id);
    const { service, type, reply } = call;
    if (frame.kind === "failure") {
      return reply({ ok: false, error: new RequestError(frame.code, service, frame.text) });
    }
    reply({ ok: true, payload: Message.ofBytes(this.#options.bus.codec, service, type, frame.bytes, PLAIN) });
  }

  /**
   * Settles everything after the link has ended: requests sent over it fail, and answers to the other side's requests
   * are dropped.
   */
  ended(reason: string): void {
    const asked = [...this.#asked.values()];
    const answering = [...this.#answering.values()];
    this.#options.allowances.requests.giveBack(this.#answering.size + this.#givenUp.length);
    this.#forgetNames(this.#nameCount);
    this.#asked.clear();
    this.#answering.clear();
    for (const { service, reply } of asked) {
      const text = `the link to the provider of "${service}" closed: ${reason}`;
      reply({ ok: false, error: new RequestError("link-closed", service, text) });
    }
    for (const giveUp of answering) giveUp();
  }

  #answer(id: number, answer: Answer): void {
    const { bus, write } = this.#options;
    // Given up, or the link has ended.
    if (!this.#completed(id)) return;
    if (!answer.ok) return write({ kind: "failure", id, code: answer.error.code, text: answer.error.message });
    try {
      write({ kind: "answer", id, bytes: answer.payload.bytes });
    } catch (cause) {
      const text = `the answer of "${answer.payload.topic}" cannot be sent: ${textOf(cause)}`;
      bus.report({ kind: "service", message: text, name: answer.payload.topic, cause });
      write({ kind: "failure", id, code: "refused", text });
    }
  }

  /** Returns whether the request was still waiting. */
  #completed(id: number): boolean {
    if (!this.#answering.delete(id)) return false;
    this.#options.allowances.requests.giveBack();
    return true;
  }

  #forgetGivenUp(): void {
    const { allowances, bus } = this.#options;
    const nowMs = bus.nowMs?.() ?? 0;
    while (this.#givenUp.length > 0 && this.#givenUp.first! <= nowMs) {
      this.#givenUp.shift();
      allowances.requests.giveBack();
    }
  }

  #forgetNames(count: number): void {
    this.#nameCount -= count;
    this.#options.allowances.services.giveBack(count);
  }
}

interface Asked {
  readonly service: string;
  /** Type of the answer. */
  readonly type: string;
  readonly reply: (answer: Answer) => void;
}

/** Within this time a world handles most of what waits there. */
const GIVEN_UP_MS = 30_000;
