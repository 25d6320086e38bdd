import type { Log } from "../../base/log.ts";
import { JointPosition, JointVelocityCmd } from "../../components/joint.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { setJointSpeed } from "../control/model-joint.ts";
import { namedJoints } from "../control/named-joints.ts";

/** The joints of a model with the given names. Joints may be added after their system, and removed before it. */
export class WheelJoints {
  readonly #world: World;
  readonly #model: Entity;
  /** The joints that exist now, in the order of the names. */
  readonly #joints: () => readonly Entity[];

  constructor(world: World, model: Entity, names: readonly string[], log: Log) {
    this.#world = world;
    this.#model = model;
    this.#joints = namedJoints({ world, entity: model, log }, names);
  }

  /** Whether any joint exists. */
  get isThere(): boolean {
    return this.#joints().length > 0;
  }

  /** How far the first of them has turned, in rad. */
  get position(): number {
    const [first] = this.#joints();
    return first === undefined ? 0 : (this.#world.get(first, JointPosition)?.axis1 ?? 0);
  }

  /** Sets the speed of the wheels, in rad/s. */
  turn(speed: number): void {
    for (const joint of this.#joints()) setJointSpeed(this.#world, joint, "axis1", speed);
  }

  /** Lets the wheels turn freely from now on. */
  release(): void {
    if (!this.#world.exists(this.#model)) return;
    for (const joint of this.#joints()) this.#world.unset(joint, JointVelocityCmd);
  }
}
