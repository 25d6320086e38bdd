import type { Message } from "../message.ts";
import type { Service } from "../service.ts";
import type { Topic } from "../topic.ts";
import type { RequestError } from "../transport-error.ts";

/** A bus at the other end of a link, as this bus sees it. */
export interface Neighbour {
  /** The name that the other side gives itself; empty before its hello. */
  readonly name: string;
  /**
   * Whether it is a session at a gateway. It then may not use the names of the host, and its mere subscriptions are not
   * passed on.
   */
  readonly isClient: boolean;
  /** The namespace of the world at the other side; empty for a world without one, and for everybody else. */
  readonly namespace: string;
  /**
   * Updates the other side's knowledge of a topic, and this bus's subscription there. Sends nothing if nothing changed.
   */
  syncTopic(topic: Topic): void;
  syncService(service: Service): void;
  /** Tells the other side that its announcement is not used. */
  conflict(name: string, text: string): void;
  /** Sends a request. Throws if the payload cannot be encoded. Returns a function that cancels the request. */
  request(service: string, payload: Message, reply: (answer: Answer) => void): () => void;
  /** Records that a publication of that many bytes has been handled, so that the other side may send more. */
  consumed(bytes: number): void;
  /** Sends the frames written since the last call. */
  flush(): void;
  close(reason: string): void;
}

/** The answer of a service. */
export type Answer =
  | { readonly ok: true; readonly payload: Message }
  | { readonly ok: false; readonly error: RequestError };
