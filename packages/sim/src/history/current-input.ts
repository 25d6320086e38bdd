import type { Moment } from "./moment.ts";
import type { Past } from "./past.ts";
import type { RecordedInput } from "./stretch.ts";
import type { TimelineHost } from "./timeline-host.ts";

/** The input that is taking effect, if any. */
export class CurrentInput {
  readonly #host: TimelineHost;
  readonly #past: Past;
  #before: Moment | undefined;
  #recorded: RecordedInput | undefined;
  /**
   * Version of the world at which the input taking effect was refused. A replay could not repeat further changes by it.
   */
  #droppedAt: number | undefined;

  constructor(host: TimelineHost, past: Past) {
    this.#host = host;
    this.#past = past;
  }

  /** The moment before it; `undefined` if no input is taking effect. */
  get before(): Moment | undefined {
    return this.#before;
  }

  /** Records an input that takes effect now. */
  begin(input: unknown, bytes: number): void {
    this.#before = this.#past.head;
    this.#recorded = this.#past.record(input, bytes);
  }

  /** Records that it has taken effect, or was refused. */
  end({ isRefused }: { readonly isRefused: boolean }): void {
    if (this.#recorded !== undefined) this.#recorded.isRefused = isRefused;
    this.#before = this.#recorded = undefined;
    if (this.#droppedAt !== undefined && this.#host.changedSince(this.#droppedAt)) this.#past.keepStrangeChange();
    this.#droppedAt = undefined;
  }

  /** Marks it as refused, so that replays leave it out. */
  drop(): void {
    if (this.#before === undefined) return;
    this.#past.dropInput();
    this.#droppedAt = this.#host.mark();
  }
}
