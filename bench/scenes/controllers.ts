import { defineSystem, type Entity } from "@orrery/sim";
import { IsJoint, JointServo } from "@orrery/sim/components";

/** Holds every joint at zero by a spring and damper, as the bare engine's motors do: set once, they keep holding. */
export const stand = defineSystem({
  name: "stand",
  create: ({ world }) => {
    for (const [joint] of world.query(IsJoint)) {
      world.set(joint, JointServo, { target: 0, stiffness: 100, damping: 2, maxForce: Infinity });
    }
    return {};
  },
});

/**
 * Does the same, but with new, changing targets in every step: the cost of a controller besides the engine's own work.
 */
export const command = defineSystem({
  name: "command",
  create: ({ world }) => ({
    preUpdate({ count }) {
      const { entities, count: joints } = world.query(IsJoint);
      const servos = world.column(JointServo);
      const target = commandAt(count);
      for (let i = 0; i < joints; i++) {
        const row = servos.require(entities[i]! as Entity);
        servos.data.set(held, row * servos.stride);
        servos.data[row * servos.stride] = target;
        servos.stamp(row);
      }
    },
  }),
});

/** Returns the target of all joints in a step, in rad. */
export function commandAt(count: number): number {
  return 1e-3 * (count % 10);
}

const held = Float64Array.of(0, 100, 2, Infinity);
