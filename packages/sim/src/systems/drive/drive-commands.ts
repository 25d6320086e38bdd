import { numeric, type NumericComponent } from "../../ecs/component.ts";
import type { SystemContext } from "../../runner/systems/system.ts";
import { refusals } from "../control/refusals.ts";
import { limitSpeed, type SpeedLimits } from "./speed-limits.ts";
import { boundProblem } from "../../base/value-bounds.ts";

/** Velocity of a vehicle: m/s along its x and y axes, rad/s about z. */
export interface BodyVelocity {
  readonly linear: number;
  readonly lateral: number;
  readonly angular: number;
}

interface Command extends BodyVelocity {
  readonly lastLinear: number;
  readonly lastLateral: number;
  readonly lastAngular: number;
}

export interface DriveOptions {
  /** Name of the system that receives the commands; its components are named after it. */
  readonly name: string;
  readonly topic: string;
  /** Topic on which a `gz.msgs.Boolean` stops the vehicle or lets it move again; none if empty. */
  readonly enableTopic: string;
  readonly linear: SpeedLimits;
  readonly angular: SpeedLimits;
}

/**
 * The commanded velocity of a vehicle: the last command, within limits. It acts one step late, as in Gazebo: each step
 * computes the velocity of the next.
 */
export class DriveCommands {
  readonly #context: SystemContext<unknown>;
  readonly #options: DriveOptions;
  /** The last command. */
  readonly #target: NumericComponent<BodyVelocity & { readonly isOff: number }>;
  /** The command after applying the limits, for the next step and the one before. */
  readonly #command: NumericComponent<Command>;

  constructor(context: SystemContext<unknown>, options: DriveOptions) {
    this.#context = context;
    this.#options = options;
    const which = context.ordinal === 1 ? options.name : `${options.name}#${context.ordinal}`;
    this.#target = numeric(`${which}.Target`, { ...still, isOff: 0 });
    this.#command = numeric(`${which}.Command`, { ...still, lastLinear: 0, lastLateral: 0, lastAngular: 0 });
    this.#listen();
  }

  /**
   * Returns the velocity of this step. Must be called once per step, because it also computes the velocity of the next.
   */
  advance(dt: number): BodyVelocity {
    const { world, entity } = this.#context;
    const { linear, angular } = this.#options;
    const target = world.get(entity, this.#target) ?? this.#target.initial();
    const now = world.get(entity, this.#command) ?? this.#command.initial();
    const next: Command = {
      linear: limitSpeed(target.linear, now.linear, now.lastLinear, dt, linear),
      lateral: limitSpeed(target.lateral, now.lateral, now.lastLateral, dt, linear),
      angular: limitSpeed(target.angular, now.angular, now.lastAngular, dt, angular),
      lastLinear: now.linear,
      lastLateral: now.lateral,
      lastAngular: now.angular,
    };
    // Nothing is written for a vehicle whose velocity does not change.
    if (commandFields.some((field) => next[field] !== now[field])) world.set(entity, this.#command, next);
    return now;
  }

  /** Removes its components, as if nothing had ever been commanded. */
  forget(): void {
    const { world, entity } = this.#context;
    for (const own of [this.#target, this.#command]) world.unset(entity, own);
  }

  #listen(): void {
    const { world, entity, node, log } = this.#context;
    const { topic, enableTopic } = this.#options;
    const refuse = refusals(log);
    const read = () => world.get(entity, this.#target) ?? this.#target.initial();
    node.subscribe(topic, "gz.msgs.Twist", ({ value }) => {
      const asked = {
        linear: value.linear?.x ?? 0,
        lateral: value.linear?.y ?? 0,
        angular: value.angular?.z ?? 0,
      };
      const problem =
        boundProblem("linear.x", "speed", asked.linear) ??
        boundProblem("linear.y", "speed", asked.lateral) ??
        boundProblem("angular.z", "spin", asked.angular);
      if (problem !== undefined) refuse(`a velocity on ${topic}: ${problem}`);
      else if (world.exists(entity) && read().isOff === 0) world.set(entity, this.#target, { ...asked, isOff: 0 });
    });
    if (enableTopic === "") return;
    node.subscribe(enableTopic, "gz.msgs.Boolean", ({ value }) => {
      if (!world.exists(entity)) return;
      world.set(entity, this.#target, value.data === true ? { ...read(), isOff: 0 } : { ...still, isOff: 1 });
    });
  }
}

const still: BodyVelocity = { linear: 0, lateral: 0, angular: 0 };
const commandFields = ["linear", "lateral", "angular", "lastLinear", "lastLateral", "lastAngular"] as const;
