import type { Codec } from "./codec.ts";
import { Message, PLAIN } from "./message.ts";

/** An answer that a handler may give to many callers; it is encoded at most once. */
export class SharedAnswer {
  readonly #given: { readonly value: object } | { readonly bytes: Uint8Array };
  #message: Message | undefined;

  private constructor(given: { readonly value: object } | { readonly bytes: Uint8Array }) {
    this.#given = given;
  }

  static ofValue(value: object): SharedAnswer {
    return new SharedAnswer({ value });
  }

  /** Makes an answer from bytes of the service's response type. */
  static ofBytes(bytes: Uint8Array): SharedAnswer {
    return new SharedAnswer({ bytes });
  }

  /** Returns the answer as a message. All calls must be for the same service. */
  messageOf(codec: Codec, service: string, type: string): Message {
    this.#message ??=
      "value" in this.#given
        ? Message.ofValue(codec, service, type, this.#given.value, PLAIN)
        : Message.ofBytes(codec, service, type, this.#given.bytes, PLAIN);
    return this.#message;
  }
}
