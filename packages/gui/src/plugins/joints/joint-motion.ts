import { topModelOf, World, type Entity, type Pose as PoseValue } from "@orrery/sim";
import { applyJointResets, type AxisValues } from "@orrery/sim/host";
import { IsLink, IsModel, JointPosition, JointPositionReset, Pose } from "@orrery/sim/components";

/** Where a link or model would be, relative to its parent. */
export interface JointPlacement {
  readonly entity: Entity;
  readonly pose: PoseValue;
}

/**
 * Computes where parts of a model would be with a joint at a different position, in a copy of the world as it was when
 * the drag began. Runs the same code as the world, so joints that mimic this one move along.
 */
export class JointMotion {
  readonly #world = new World();
  readonly #joint: Entity;
  readonly #before: ReadonlyMap<Entity, PoseValue>;

  constructor(shown: World, joint: Entity) {
    this.#world.restore(shown.snapshot());
    this.#joint = joint;
    const parts = placedParts(this.#world, topModelOf(this.#world, joint));
    this.#before = new Map(parts.map((part) => [part, this.#world.get(part, Pose)!]));
  }

  /** Returns where parts would be with the joint at a position. Throws if the joint cannot be there. */
  at(position: AxisValues): JointPlacement[] {
    this.#world.set(this.#joint, JointPositionReset, position);
    applyJointResets(this.#world, (_, act) => act());
    return [...this.#before].flatMap(([entity, before]) => {
      const pose = this.#world.get(entity, Pose)!;
      return isElsewhere(pose, before) ? [{ entity, pose }] : [];
    });
  }
}

/** Returns the position of a joint after one of its axes has changed. */
export function withAxis(world: World, joint: Entity, axis: number, value: number): AxisValues {
  const now = world.get(joint, JointPosition) ?? JointPosition.initial();
  return { ...now, [AXES[axis]!]: value };
}

export const AXES = ["axis1", "axis2", "axis3"] as const;

/** Returns the model, the models in it and all their links. */
function placedParts(world: World, model: Entity): Entity[] {
  const nested = world.childrenOf(model).filter((child) => world.has(child, IsModel));
  const below = nested.flatMap((child) => placedParts(world, child));
  const links = world.childrenOf(model).filter((child) => world.has(child, IsLink));
  return [model, ...links, ...below].filter((part) => world.has(part, Pose));
}

function isElsewhere(a: PoseValue, b: PoseValue): boolean {
  return KEYS.some((key) => Math.abs(a[key] - b[key]) > NOISE);
}

const KEYS = ["x", "y", "z", "qx", "qy", "qz", "qw"] as const;
/** The rounding noise in poses that are recomputed without having changed. */
const NOISE = 1e-9;
