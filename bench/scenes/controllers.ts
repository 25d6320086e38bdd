import { defineSystem, type World } from "@orrery/sim";
import { IsJoint, JointServo } from "@orrery/sim/components";

/** Holds every joint at zero by a spring and damper, as the bare engine's motors do: told once, they hold. */
export const stand = defineSystem({
  name: "stand",
  create: ({ world }) => {
    hold(world);
    return {};
  },
});

/** The same, but said anew in every step, with a target that changes: what a controller costs beside the engine's own work. */
export const command = defineSystem({
  name: "command",
  create: ({ world }) => {
    hold(world);
    return {
      preUpdate({ count }) {
        const servos = world.column(JointServo);
        const { data, stride } = servos;
        const { runs } = world.query(JointServo);
        const target = commandAt(count);
        for (let r = 0; r < runs.length; r += 2) {
          const [rows, first] = [runs[r]!, runs[r + 1]!];
          for (let row = first; row < first + rows; row++) {
            data[row * stride] = target;
            data[row * stride + 1] = held.stiffness;
            data[row * stride + 2] = held.damping;
            data[row * stride + 3] = held.maxForce;
          }
          servos.stampRun(first, rows);
        }
      },
    };
  },
});

/** The target of all joints in a step, rad. */
export function commandAt(count: number): number {
  return 1e-3 * (count % 10);
}

const held = { stiffness: 100, damping: 2, maxForce: Infinity };

function hold(world: World): void {
  for (const [joint] of world.query(IsJoint)) world.set(joint, JointServo, { target: 0, ...held });
}
