import { messages } from "@orrery/msgs";
import type { ProtoTypes } from "@orrery/plots";
import { textOf } from "@orrery/sim/host";
import { LiveCurve, type LiveCurveParts } from "../live/live-curve.ts";
import type { LiveRows } from "../live/live-rows.ts";
import { messageReader, type MessageReader } from "./message-reader.ts";
import type { TopicThing } from "./topic-key.ts";

export interface TopicCurveParts extends LiveCurveParts {
  readonly types: ProtoTypes;
  readonly rows: LiveRows;
}

/** Numbers of the messages on a topic that somebody plots. */
export class TopicCurve extends LiveCurve implements Disposable {
  readonly topic: string;
  readonly #thing: TopicThing | undefined;
  readonly #parts: TopicCurveParts;
  #type = "";
  #reader: MessageReader | undefined;
  #clock: Disposable | undefined;
  #problem = "";
  #lost = 0;
  #isPublished = true;

  /** `thing` is undefined for a key that has no valid path. */
  constructor(thing: TopicThing | undefined, parts: TopicCurveParts) {
    super(parts);
    this.#thing = thing;
    this.#parts = parts;
    this.topic = thing?.topic ?? "";
    if (thing === undefined) this.#fail("This is not a field of a topic");
  }

  /** Prepares to read messages of a type. */
  setType(type: string): void {
    if (this.#thing === undefined || (type === this.#type && this.#reader !== undefined)) return;
    this.#type = type;
    this.#reader = undefined;
    if (!messages.has(type)) return this.#fail(`The page does not know the type ${type}`);
    try {
      this.#reader = messageReader(this.#parts.types, type, this.#thing);
      this.#fail("");
      this.note({ described: this.#reader.described });
    } catch (error) {
      this.#fail(textOf(error));
    }
    if (this.#reader?.hasStamps === false) this.#wantClock();
  }

  /** Records whether somebody publishes on the topic. */
  setPublished(isPublished: boolean): void {
    this.#isPublished = isPublished;
    this.#fail(this.#problem);
  }

  hear(bytes: Uint8Array): void {
    if (this.#reader === undefined) return;
    const { rows } = this.#parts;
    try {
      const time = this.#reader.time(bytes);
      if (Number.isNaN(time)) this.#wantClock();
      rows.add(this, this.#reader.read(bytes), time);
    } catch (error) {
      this.#fail(`A message is damaged: ${textOf(error)}`);
    }
  }

  /** Records that messages were lost on the way to the page. */
  lose(count: number): void {
    this.#lost += count;
    this.miss();
    this.#fail(this.#problem);
  }

  [Symbol.dispose](): void {
    this.#clock?.[Symbol.dispose]();
  }

  /** Follows the clock from now on, because messages have no stamp. */
  #wantClock(): void {
    this.#clock ??= this.#parts.rows.clock.want();
  }

  #fail(problem: string): void {
    this.#problem = problem;
    const lost = this.#lost === 0 ? "" : `${this.#lost} messages came faster than the page could read them`;
    const silence = this.#isPublished ? "" : `Nobody publishes on ${this.topic} now`;
    this.note({ error: [problem, lost, silence].find((text) => text !== "") ?? "" });
  }
}
