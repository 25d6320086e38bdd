import type { orrery } from "@orrery/msgs";
import { assertNever } from "../base/assert-never.ts";
import type { Entity } from "../ecs/entities.ts";
import type { CommandLabel } from "../history/command-label.ts";
import type { Plugin, Scene } from "../scene/scene.ts";
import { sessionOf, type Input } from "../transport/inbox.ts";
import type { Result } from "./systems/work.ts";

/** Everything from outside that can change a world. Plain data: stored with its stamp, it can be replayed. */
export type WorldInput =
  | Input
  /** Systems to start, whose modules have been loaded: loading takes real time, so the input is recorded after it. */
  | {
      readonly kind: "start-systems";
      readonly entity: Entity;
      readonly plugins: readonly Plugin[];
      /** The label of the command in lists; by default without an author. */
      readonly label?: CommandLabel;
    }
  /** A command that waited until the world resumed, with the models that it needs. */
  | { readonly kind: "command"; readonly command: orrery.Command; readonly scenes: readonly Scene[] }
  | ResultInput;

/** The outcome of work that a system had started and that takes real time; see `Results`. */
export interface ResultInput {
  readonly kind: "result";
  /** The key of the system, and the name of its work. */
  readonly system: string;
  readonly name: string;
  /** The request: an open request of the world, by its number, or a request from outside. */
  readonly request:
    | { readonly kind: "open"; readonly id: number }
    | { readonly kind: "given"; readonly value: unknown };
  readonly result: Result<unknown>;
  /** Estimated size of the value in memory. */
  readonly bytes: number;
  /** Systems that must be loaded before it can take effect. */
  readonly plugins: readonly Plugin[];
}

/** Returns the session that caused an input; empty if none did. */
export function causerOf(input: WorldInput): string {
  switch (input.kind) {
    case "start-systems":
      return input.label?.author ?? "";
    case "command":
      return input.command.author ?? "";
    case "result":
      return input.request.kind === "given" ? authorOf(input.request.value) : "";
    default:
      return sessionOf(input);
  }
}

/** Returns the author named in a request; empty if there is none. */
function authorOf(request: unknown): string {
  return (request as { readonly author?: string } | undefined)?.author ?? "";
}

/** An input and when it took effect: in the pass after `step` steps, as the `sequence`th input of the run. */
export interface StampedInput {
  readonly step: number;
  readonly sequence: number;
  readonly input: WorldInput;
}

/** The outcome of an input: the answer, or the reason why it was refused. */
export interface Outcome {
  readonly isRefused: boolean;
  readonly answer: unknown;
}

/** An input that has taken effect, and whether it was refused. */
export interface TakenInput {
  readonly stamped: StampedInput;
  readonly isRefused: boolean;
}

/** Describes an input for messages about it, without an article: `request /world/w/create`. */
export function describeInput(input: WorldInput): string {
  switch (input.kind) {
    case "message":
      return `message on ${input.topic}`;
    case "request":
      return `request ${input.service}`;
    case "answer":
    case "failure":
      return `answer of ${input.service}`;
    case "start-systems":
      return `start of ${input.plugins.map(({ name }) => name).join(", ")}`;
    case "command":
      return `command ${input.command.id ?? ""}`;
    case "result":
      return `result of "${input.name}" for system ${input.system}`;
    default:
      return assertNever(input);
  }
}
