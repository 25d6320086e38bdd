import type { MessageOf } from "@orrery/msgs";
import { callerOf, type Caller, type Role } from "./caller.ts";
import type { Codec } from "./codec.ts";
import { textOf, TransportError } from "./transport-error.ts";

/** In the place of a type's name, for those who take messages of whatever type a topic has. */
export const ANY_TYPE = "";

/** What a publisher promises with a message besides its contents. */
export interface MessageTraits extends Caller {
  /** Kept for those who subscribe later. */
  readonly latched: boolean;
  /** The peer it came from, so that it is not sent back there; `undefined` when it was published on this bus. */
  readonly origin: object | undefined;
}

/**
 * One message in flight: of a topic, or the request or answer of a service. It holds its value, its bytes or both, and makes the
 * missing one once, when it is asked for. Nobody may change a value after it was published: it may be encoded later.
 */
export class Message<T extends object = object> {
  /** The topic's or service's name. */
  readonly topic: string;
  readonly type: string;
  readonly latched: boolean;
  readonly origin: object | undefined;
  /** Public id of the session that published or asked; empty for systems and the host. A gateway vouches for it. */
  readonly caller: string;
  /** What people called that session then. */
  readonly callerName: string;
  /** What that session may do; systems and the host may do everything. */
  readonly role: Role;
  readonly #codec: Codec;
  #value: T | undefined;
  #bytes: Uint8Array | undefined;
  #undecodable = false;

  private constructor(codec: Codec, topic: string, type: string, traits: MessageTraits) {
    this.#codec = codec;
    this.topic = topic;
    this.type = type;
    this.latched = traits.latched;
    this.origin = traits.origin;
    this.caller = traits.caller ?? "";
    this.callerName = traits.callerName ?? "";
    this.role = traits.role ?? "admin";
  }

  static ofValue<T extends object>(
    codec: Codec,
    topic: string,
    type: string,
    value: T,
    traits: MessageTraits,
  ): Message<T> {
    const message = new Message<T>(codec, topic, type, traits);
    message.#value = value;
    return message;
  }

  static ofBytes<T extends object>(
    codec: Codec,
    topic: string,
    type: string,
    bytes: Uint8Array,
    traits: MessageTraits,
  ): Message<T> {
    const message = new Message<T>(codec, topic, type, traits);
    message.#bytes = bytes;
    return message;
  }

  get value(): T {
    if (this.#value === undefined) {
      try {
        // The type's name is the only witness of T: whoever reads a field has asked `isOf` before.
        this.#value = this.#codec.decode(this.type, this.#bytes!) as T;
      } catch (error) {
        this.#undecodable = true;
        throw new TransportError(`${this.topic}: bytes are no ${this.type}: ${textOf(error)}`);
      }
    }
    return this.#value;
  }

  /** Returns whether it has a type, given by its name. Every message has ANY_TYPE, and is what somebody expects who names none. */
  isOf<Type extends string>(type: Type | undefined): this is Message<MessageOf<Type>> {
    return type === this.type || type === undefined || type === ANY_TYPE;
  }

  get bytes(): Uint8Array {
    this.#bytes ??= this.#codec.encode(this.type, this.#value!);
    return this.#bytes;
  }

  /** Size of the bytes it holds now; 0 while it is not encoded. */
  get encodedLength(): number {
    return this.#bytes?.length ?? 0;
  }

  /** Whether decoding failed: that is the sender's fault, not the handler's. */
  get undecodable(): boolean {
    return this.#undecodable;
  }
}

/** Traits of a plain message of this bus; shared, so that a publication allocates one object. */
export const PLAIN: MessageTraits = { latched: false, origin: undefined };
export const LATCHED: MessageTraits = { latched: true, origin: undefined };

/** Traits of a request that somebody made. */
export function madeBy(caller: Caller): MessageTraits {
  return (caller.caller ?? "") === "" ? PLAIN : { ...PLAIN, ...callerOf(caller) };
}
