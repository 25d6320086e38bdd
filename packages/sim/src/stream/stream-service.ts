import type { orrery } from "@orrery/msgs";
import { worldPrefix } from "../transport/names.ts";
import type { Node } from "../transport/node.ts";
import type { ServiceType } from "../transport/service.ts";
import { SharedAnswer } from "../transport/shared-answer.ts";
import type { Chunk, ChunkRequest, StateFeed } from "./state-feed.ts";
import { MAX_WATCHED, WatchedEntities } from "./watched-entities.ts";

/** A client gets an answer after this time even if nothing has happened, so that it knows that the server is alive. */
const PATIENCE_MS = 1000;
/** Largest number of waiting requests per client; a page has one. */
const MAX_WAITING = 32;

export interface StreamServiceOptions {
  readonly node: Node;
  /** The prefix of the names of the world's services. */
  readonly prefix: string;
  readonly feed: StateFeed;
  /** Returns milliseconds that never go back. */
  readonly nowMs: () => number;
  /** Called when a client waits for something newer than the feed's version. */
  readonly onWaiting?: () => void;
}

/** Returns the name of the service that sends a world's state to its clients. */
export function streamName(worldName: string): string {
  return worldPrefix(worldName) + STREAM;
}

/** The types of that service's request and answer. */
export const STREAM_TYPE = {
  request: "orrery.msgs.StateRequest",
  response: "orrery.msgs.StateChunk",
  needs: "viewer",
  isInput: false,
} as const satisfies ServiceType;

/** A service of the scene broadcaster, without which there is no stream. */
const BROADCASTER = "/scene/info";
const STREAM = "/stream";

/**
 * Offers the state stream of a world as long as its scene broadcaster runs. A request waits until there is something
 * newer than what the client has. A client that sends no requests costs nothing, and gets one merged change with its
 * next request.
 */
export class StreamService implements Disposable {
  readonly #options: StreamServiceOptions;
  readonly #watching: Disposable;
  #isOffered = false;
  #offered: Disposable | undefined;
  #waiting: Waiting[] = [];
  readonly #watched = new WatchedEntities();
  /** Each chunk is encoded once, however many clients get it. */
  readonly #answers = new WeakMap<Chunk, SharedAnswer>();

  constructor(options: StreamServiceOptions) {
    this.#options = options;
    this.#watching = options.node.bus.changes.on(() => this.#sync());
    this.#sync();
  }

  get isWaitedFor(): boolean {
    return this.#waiting.length > 0;
  }

  /** Returns the entities that any client watches. */
  watched(): number[] {
    return this.#watched.list(this.#options.nowMs());
  }

  /** Sends clients what they lack. Must be called after the feed has advanced. */
  answer(): void {
    if (this.#waiting.length === 0) return;
    const { feed, node } = this.#options;
    // In one batch, so that answers to one client share a packet.
    node.bus.batch(() => {
      this.#waiting = this.#waiting.filter(({ request, timer, resolve }) => {
        const chunk = feed.chunk(request);
        if (chunk === undefined) return true;
        clearTimeout(timer);
        resolve(this.#answerOf(chunk));
        return false;
      });
    });
  }

  [Symbol.dispose](): void {
    this.#watching[Symbol.dispose]();
    this.#withdraw();
  }

  #answerOf(chunk: Chunk): SharedAnswer {
    let answer = this.#answers.get(chunk);
    if (answer === undefined) this.#answers.set(chunk, (answer = SharedAnswer.ofValue(chunk)));
    return answer;
  }

  #sync(): void {
    const { node, prefix } = this.#options;
    const isWanted = node.bus.serviceTable.get(prefix + BROADCASTER)?.traits !== undefined;
    if (isWanted === this.#isOffered) return;
    // Set first, because offering a service reports a change.
    this.#isOffered = isWanted;
    if (!isWanted) return this.#withdraw();
    this.#offered = node.service(prefix + STREAM, STREAM_TYPE, (request, { caller }) => this.#take(request, caller));
  }

  #withdraw(): void {
    this.#offered?.[Symbol.dispose]();
    this.#offered = undefined;
    const left = this.#waiting;
    this.#waiting = [];
    for (const { timer, reject } of left) {
      clearTimeout(timer);
      reject(new Error("the scene broadcaster has been removed, and with it the stream"));
    }
  }

  #take(
    { epoch = 0, after = 0, exact_after = 0, watch = [] }: orrery.StateRequest,
    caller: string,
  ): Promise<SharedAnswer | orrery.StateChunk> {
    const waitingOfIt = this.#waiting.filter((one) => one.caller === caller).length;
    if (waitingOfIt >= MAX_WAITING) throw new Error(`${waitingOfIt} requests for the state are already waiting`);
    if (watch.length > MAX_WATCHED) throw new Error(`at most ${MAX_WATCHED} entities can be watched`);
    const request: ChunkRequest = { epoch, after, exactAfter: exact_after, watch };
    this.#watched.add(caller, watch, this.#options.nowMs());
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        caller,
        request,
        resolve,
        reject,
        timer: setTimeout(() => this.#giveUp(waiting), PATIENCE_MS),
      };
      this.#waiting.push(waiting);
      this.#options.onWaiting?.();
    });
  }

  /** Answers with an empty chunk: the client keeps what it had. */
  #giveUp(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
    const { epoch, after } = waiting.request;
    waiting.resolve({ epoch, version: after });
  }
}

interface Waiting {
  readonly caller: string;
  readonly request: ChunkRequest;
  readonly resolve: (answer: SharedAnswer | orrery.StateChunk) => void;
  readonly reject: (error: Error) => void;
  readonly timer: unknown;
}
