import type { Dice } from "./dice.ts";
import { randomModel, restingModel } from "./random-model.ts";

const ground = `<model name="ground"><static>true</static><link name="link"><collision name="c">
  <geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>`;

/** Returns contents for `<world>`: various models, some at rest on the ground, most about to fall on each other. */
export function randomWorld(dice: Dice): string {
  // Often a single one: another mechanism may hide what an engine forgets about one.
  const size = dice.pick([1, 1, 2, 6]);
  const falling = Array.from({ length: size }, (_, i) => randomModel(dice, `m${i}`));
  const resting = Array.from({ length: dice.below(size) }, (_, i) => restingModel(dice, `r${i}`));
  // With the longest, the schedule's quiet stretch is long enough for bodies to fall asleep.
  const stepSize = dice.pick([0.001, 0.004, 0.01]);
  const engine = dice.pick(["rapier", "rapier", "mujoco"]);
  return [
    `<physics type="${engine}"><max_step_size>${stepSize}</max_step_size></physics>`,
    dice.chance(0.8) ? ground : "",
    ...resting,
    ...falling,
  ].join("\n");
}
