import type { MessageOf } from "@orrery/msgs";
import { callerOf, type Caller, type Role } from "./caller.ts";
import type { Codec } from "./codec.ts";
import { textOf } from "../base/error-text.ts";
import { TransportError } from "./transport-error.ts";

/** Used in the place of a type's name by users who accept messages of any type. */
export const ANY_TYPE = "";

/** Properties of a message besides its contents. */
export interface MessageTraits extends Caller {
  /** Whether it is kept for later subscribers. */
  readonly latched: boolean;
  /** The peer it came from, to which it is not sent back; `undefined` if it was published on this bus. */
  readonly origin: object | undefined;
}

/**
 * One message in flight: of a topic, or the request or answer of a service. It has its value, its bytes or both, and
 * makes the missing one once, on demand. A value must not be changed after it was published, because it may be encoded
 * later.
 */
export class Message<T extends object = object> {
  /** The topic's or service's name. */
  readonly topic: string;
  readonly type: string;
  readonly latched: boolean;
  readonly origin: object | undefined;
  /** Public id of the session that published or asked, vouched for by a gateway; empty for systems and the host. */
  readonly caller: string;
  /** The session's name at that time. */
  readonly callerName: string;
  /** The role of that session; systems and the host may do everything. */
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
        // Only the type's name guarantees T: whoever reads a field must have called `isOf` before.
        this.#value = this.#codec.decode(this.type, this.#bytes!) as T;
      } catch (error) {
        this.#undecodable = true;
        throw new TransportError(`${this.topic}: bytes are no ${this.type}: ${textOf(error)}`);
      }
    }
    return this.#value;
  }

  /**
   * Returns whether it has a type, given by its name or an alias. Every message has ANY_TYPE, and is accepted by callers
   * that name none.
   */
  isOf<Type extends string>(type: Type | undefined): this is Message<MessageOf<Type>> {
    if (type === this.type || type === undefined || type === ANY_TYPE) return true;
    return this.#codec.nameOf(type) === this.#codec.nameOf(this.type);
  }

  get bytes(): Uint8Array {
    this.#bytes ??= this.#codec.encode(this.type, this.#value!);
    return this.#bytes;
  }

  /** Size of its present bytes; 0 while it is not encoded. */
  get encodedLength(): number {
    return this.#bytes?.length ?? 0;
  }

  /** Whether decoding failed, which is the sender's fault, not the handler's. */
  get undecodable(): boolean {
    return this.#undecodable;
  }
}

/** Traits of a plain message of this bus; shared, so that a publication allocates a single object. */
export const PLAIN: MessageTraits = { latched: false, origin: undefined };
export const LATCHED: MessageTraits = { latched: true, origin: undefined };

/** Returns the traits of a request by a caller. */
export function madeBy(caller: Caller): MessageTraits {
  return (caller.caller ?? "") === "" ? PLAIN : { ...PLAIN, ...callerOf(caller) };
}
