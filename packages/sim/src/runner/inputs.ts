import { assertNever } from "../base/assert-never.ts";
import type { Entity } from "../ecs/entities.ts";
import type { CommandLabel } from "../history/command-label.ts";
import type { Plugin, Scene } from "../scene/scene.ts";
import type { Bus } from "../transport/bus.ts";
import { sessionOf, type Input } from "../transport/inbox.ts";
import type { Turns } from "./turns.ts";

/** Everything from outside that can change a world. Plain data: kept with its stamp, it can be replayed. */
export type WorldInput =
  | Input
  /** A system whose module has been loaded; loading takes real time, so the input is its end. */
  | {
      readonly kind: "start-systems";
      readonly entity: Entity;
      readonly plugins: readonly Plugin[];
      /** How the command is listed; by default, as nobody's. */
      readonly label?: CommandLabel;
    }
  /** Models and lights that a system had asked for, read from files; `request` is what it asked. */
  | {
      readonly kind: "scenes";
      /** Its key in the set of systems. */
      readonly system: string;
      readonly scenes: readonly Scene[];
      readonly request: unknown;
    };

/** Returns the session that caused an input; empty when none did. */
export function causerOf(input: WorldInput): string {
  if (input.kind === "scenes") return (input.request as { readonly author?: string } | undefined)?.author ?? "";
  return input.kind === "start-systems" ? (input.label?.author ?? "") : sessionOf(input);
}

/** An input and when it took effect: in the pass after `step` steps, as the `sequence`th input of the run. */
export interface StampedInput {
  readonly step: number;
  readonly sequence: number;
  readonly input: WorldInput;
}

/** What came of an input: the answer, or the reason why it was refused. */
export interface Outcome {
  readonly isRefused: boolean;
  readonly answer: unknown;
}

/** An input that has taken effect, and whether it was refused. */
export interface TakenInput {
  readonly stamped: StampedInput;
  readonly isRefused: boolean;
}

/** One inbox for links and for the host itself. */
export class Inputs {
  readonly #bus: Bus;
  readonly #own: { input: WorldInput; done: (result: unknown) => void; fail: (error: unknown) => void }[] = [];
  #sequence = 0;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  get waiting(): boolean {
    return this.#own.length > 0 || this.#bus.inbox.size > 0;
  }

  /** Queues an input. Resolves to its result once it has taken effect; rejects with the reason when it could not. */
  push(input: WorldInput): Promise<unknown> {
    return new Promise((done, fail) => {
      this.#own.push({ input, done, fail });
    });
  }

  /** Queues an input as it was recorded; it answers nobody. */
  replay(input: WorldInput): void {
    if (input.kind === "start-systems" || input.kind === "scenes") this.push(input).catch(() => {});
    else this.#bus.inbox.push({ ...input });
  }

  /** Stamps and applies what waits: everything, or the inputs of callers whose turn it is. The world's own inputs are always applied. */
  deliver(step: number, { apply, turns }: Delivery): void {
    for (const { input, done, fail } of this.#own.splice(0)) {
      const { isRefused, answer } = apply({ step, sequence: this.#sequence++, input });
      (isRefused ? fail : done)(answer);
    }
    const { inbox } = this.#bus;
    while (inbox.size > 0) {
      const caller = turns?.next(inbox);
      if (turns !== undefined && caller === undefined) return;
      const input = inbox.take(caller)!;
      if (turns !== undefined && this.#isRefused(input, turns, caller)) continue;
      apply({ step, sequence: this.#sequence++, input });
    }
  }

  #isRefused(input: Input, turns: Turns, caller: string | undefined): boolean {
    const reason = this.#isOvertaken(input, caller) ? "a later request of yours took its place" : turns.refusal(input);
    if (reason !== undefined) this.#bus.refuse(input, reason);
    return reason !== undefined;
  }

  /** Returns whether the same caller's next input is another jump, too: of several in a row, only the last is made. */
  #isOvertaken(input: Input, caller: string | undefined): boolean {
    if (!isGoTo(input)) return false;
    const next = [...this.#bus.inbox.callers()].find((one) => one.caller === caller)?.first;
    return next !== undefined && isGoTo(next);
  }
}

export interface Delivery {
  readonly apply: (stamped: StampedInput) => Outcome;
  readonly turns?: Turns | undefined;
}

function isGoTo(input: Input): boolean {
  return input.kind === "request" && input.service.endsWith("/history/go_to");
}

/** Describes an input for messages about it. */
export function describeInput(input: WorldInput): string {
  switch (input.kind) {
    case "message":
      return `the message on ${input.topic}`;
    case "request":
      return `the request to ${input.service}`;
    case "answer":
    case "failure":
      return `the answer of ${input.service}`;
    case "start-systems":
      return `the start of ${input.plugins.map(({ name }) => name).join(", ")}`;
    case "scenes":
      return `what was loaded for ${input.system}`;
    default:
      return assertNever(input);
  }
}
