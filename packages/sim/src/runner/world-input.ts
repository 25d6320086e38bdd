import { assertNever } from "../base/assert-never.ts";
import type { Entity } from "../ecs/entities.ts";
import type { CommandLabel } from "../history/command-label.ts";
import type { Plugin, Scene } from "../scene/scene.ts";
import { sessionOf, type Input } from "../transport/inbox.ts";

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
