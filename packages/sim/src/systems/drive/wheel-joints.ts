import type { Log } from "../../base/log.ts";
import { IsJoint, Name } from "../../components/identity.ts";
import { JointPosition, JointVelocityCmd } from "../../components/joint.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { partsBelow, scopedName } from "../../scene/find.ts";
import { setJointSpeed } from "../control/model-joint.ts";
import { derived } from "../derived.ts";

/** The joints of a model that have some names. They may come later than their system, and go before it. */
export class WheelJoints {
  readonly #world: World;
  readonly #model: Entity;
  readonly #names: readonly string[];
  readonly #log: Log;
  /** Those there are now, in the order of the names. */
  readonly #joints: () => readonly Entity[];
  #missing = "";

  constructor(world: World, model: Entity, names: readonly string[], log: Log) {
    this.#world = world;
    this.#model = model;
    this.#names = names;
    this.#log = log;
    this.#joints = derived(world, [Name, IsJoint], () => this.#find());
  }

  /** Whether there is any. */
  get isThere(): boolean {
    return this.#joints().length > 0;
  }

  /** How far the first of them has turned, rad. */
  get position(): number {
    const [first] = this.#joints();
    return first === undefined ? 0 : (this.#world.get(first, JointPosition)?.axis1 ?? 0);
  }

  /** rad/s. */
  turn(speed: number): void {
    for (const joint of this.#joints()) setJointSpeed(this.#world, joint, "axis1", speed);
  }

  /** They turn as they do from now on. */
  release(): void {
    if (!this.#world.exists(this.#model)) return;
    for (const joint of this.#joints()) this.#world.unset(joint, JointVelocityCmd);
  }

  #find(): Entity[] {
    const world = this.#world;
    const prefix = `${scopedName(world, this.#model)}::`;
    const byName = new Map(
      partsBelow(world, this.#model, IsJoint).map((joint) => [scopedName(world, joint).slice(prefix.length), joint]),
    );
    const missing = this.#names.filter((name) => !byName.has(name)).join(", ");
    if (missing !== "" && missing !== this.#missing)
      this.#log.warn(`the model ${prefix.slice(0, -2)} has no joint ${missing}; it drives without`);
    this.#missing = missing;
    return this.#names.map((name) => byName.get(name)).filter((joint) => joint !== undefined);
  }
}
