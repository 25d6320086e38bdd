import { assertNever } from "../base/assert-never.ts";
import type { Bus } from "./bus.ts";
import { callerOf, type Caller } from "./caller.ts";
import { Inbox, ownCopy, type Input, type InputSource } from "./inbox.ts";
import { Message, PLAIN } from "./message.ts";
import { isRefusal } from "./refusal.ts";
import type { Topic } from "./topic.ts";
import { RequestError } from "./transport-error.ts";
import type { Neighbour } from "./wire/neighbour.ts";
import type { WorkQueue } from "./work-queue.ts";

export interface Publication extends Caller {
  readonly latched: boolean;
  /** Messages dropped since the previous one. */
  readonly gap: number;
  readonly bytes: Uint8Array;
}

export interface ArrivalsOptions {
  readonly bus: Bus;
  readonly work: WorkQueue;
  /** Passes a message to the subscribers here and at neighbours. */
  readonly distribute: (message: Message) => void;
  /** Returns how many handlers have failed so far. */
  readonly failures: () => number;
}

/**
 * Handles what arrives at a bus from outside. A bus that answers at once passes it on; on a deferred bus it waits as
 * plain data, until the runner lets it take effect.
 */
export class Arrivals {
  readonly inbox: Inbox;
  readonly #options: ArrivalsOptions;

  constructor(options: ArrivalsOptions) {
    this.#options = options;
    this.inbox = new Inbox({
      onConsumed: (origin, bytes) => options.work.batch(() => origin.consumed(bytes)),
      onOverflow: (input, source, reason) => this.#turnAway(input, source, reason),
    });
  }

  /** Handles a publication from a neighbour. */
  publication(origin: Neighbour, topic: Topic, type: string, publication: Publication): void {
    const { bus, work } = this.#options;
    const { latched, gap, bytes } = publication;
    const who = callerOf(publication);
    topic.countGap(gap, origin);
    if (bus.deferred) {
      const input: Input = { kind: "message", topic: topic.name, type, latched, ...who, bytes: ownCopy(bytes) };
      this.inbox.push(input, { origin, reply: undefined });
    } else {
      work.push(Message.ofBytes(bus.codec, topic.name, type, bytes, { latched, origin, ...who }));
      origin.consumed(bytes.length);
    }
  }

  /** Lets an input take effect. Returns whether it was accepted. */
  deliver(input: Input): boolean {
    const { bus, work, failures } = this.#options;
    const source = this.inbox.claimSource(input);
    const before = failures();
    let isRefused = false;
    work.batch(() => {
      switch (input.kind) {
        case "message": {
          const { topic, type, bytes, latched } = input;
          const traits = { latched, origin: source?.origin, ...callerOf(input) };
          return this.#options.distribute(Message.ofBytes(bus.codec, topic, type, bytes, traits));
        }
        case "request":
          return bus.requests.deliver(input, (answer, late) => {
            isRefused = !late && isRefusal(answer);
            source?.reply?.(answer);
          });
        case "answer": {
          const payload = Message.ofBytes(bus.codec, input.service, input.type, input.bytes, PLAIN);
          return bus.requests.complete(input.id, { ok: true, payload });
        }
        case "failure": {
          const error = new RequestError(input.code, input.service, input.text);
          return bus.requests.complete(input.id, { ok: false, error });
        }
        default:
          return assertNever(input);
      }
    });
    return !isRefused && failures() === before;
  }

  refuse(input: Input, reason: string): void {
    this.#turnAway(input, this.inbox.claimSource(input), reason);
  }

  #turnAway(input: Input, source: InputSource | undefined, reason: string): void {
    const { bus, work } = this.#options;
    if (input.kind === "message") bus.topicTable.get(input.topic)?.countGap(1, source?.origin);
    if (input.kind !== "request") return;
    work.batch(() => source?.reply?.({ ok: false, error: new RequestError("refused", input.service, reason) }));
  }
}
