import type { Message } from "../message.ts";
import type { Service } from "../service.ts";
import type { Topic } from "../topic.ts";
import type { RequestError } from "../transport-error.ts";

/** A bus at the other end of a link, as this bus sees it. */
export interface Neighbour {
  /** As the other side calls itself; empty before its hello. */
  readonly name: string;
  /** Whether it is a session at a gateway. Then it may not use the names of the host, and what it merely wants is not passed on. */
  readonly isClient: boolean;
  /** Of the world at the other side; empty for one without a namespace, and for everybody else. */
  readonly namespace: string;
  /** Brings the other side's knowledge of a topic, and our subscription there, up to date. Sends nothing when nothing changed. */
  syncTopic(topic: Topic): void;
  syncService(service: Service): void;
  /** Tells the other side that what it announced is not used. */
  conflict(name: string, text: string): void;
  /** Sends a request. Throws when the payload cannot be encoded. Returns a function that cancels the request. */
  request(service: string, payload: Message, reply: (answer: Answer) => void): () => void;
  /** Notes that a publication of that many bytes has been dealt with: the other side may send more. */
  consumed(bytes: number): void;
  /** Sends the frames written since the last time. */
  flush(): void;
  close(reason: string): void;
}

/** What comes back from a service. */
export type Answer =
  | { readonly ok: true; readonly payload: Message }
  | { readonly ok: false; readonly error: RequestError };
