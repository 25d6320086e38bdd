import type { Dice } from "./dice.ts";
import { randomModel, restingModel } from "./random-model.ts";

const ground = `<model name="ground"><static>true</static><link name="link"><collision name="c">
  <geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>`;

/** What stands inside `<world>`: a handful of mixed models, some at rest on the ground, most about to fall on each other. */
export function randomWorld(dice: Dice): string {
  const falling = Array.from({ length: 2 + dice.below(5) }, (_, i) => randomModel(dice, `m${i}`));
  const resting = Array.from({ length: dice.below(3) }, (_, i) => restingModel(dice, `r${i}`));
  // With the longest, two of the schedule's quiet stretches are long enough for bodies to fall asleep.
  const stepSize = dice.pick([0.001, 0.004, 0.01]);
  return [
    `<physics type="ignored"><max_step_size>${stepSize}</max_step_size></physics>`,
    dice.chance(0.9) ? ground : "",
    ...resting,
    ...falling,
  ].join("\n");
}
