import type { Bench } from "./harness.ts";
import { command, commandAt, stand } from "./scenes/controllers.ts";
import { MujocoTwin } from "./scenes/mujoco-twin.ts";
import { quadrupeds } from "./scenes/quadruped.ts";
import { worldOf } from "./scenes/world.ts";

export const name = "robots";

/** Measures a step of the whole simulator with MuJoCo against `mj_step` on the same model. */
export async function run(bench: Bench): Promise<void> {
  const robots = [
    { count: 1, settle: 400, batch: 200, budget: 1.4 },
    { count: 100, settle: 300, batch: 5, budget: 1.18 },
  ];
  for (const { count, settle, batch, budget } of robots) {
    for (const system of [stand, command]) {
      const name = `robots/quadruped-${count}${system === command ? "-commanded" : ""}`;
      using twin = await MujocoTwin.load(worldOf("mujoco", quadrupeds(count)), { settle, systems: [system] });
      const target = system === command ? commandAt : undefined;
      checkEqual(twin, target);
      await bench.compare({
        name,
        batch,
        budget,
        ours: () => twin.sim.run({ steps: 1 }),
        reference: () => twin.stepBare(target),
        setup: () => twin.rewind(),
        // After a rewind, memory is cold and masses are shared out again.
        lead: 2,
      });
    }
  }
}

/** Throws if two different things would be compared. */
function checkEqual(twin: MujocoTwin, target: ((count: number) => number) | undefined): void {
  for (let i = 0; i < 20; i++) {
    twin.sim.run({ steps: 1 });
    twin.stepBare(target);
  }
  const ours = twin.simPositions();
  if (twin.positions.some((value, i) => value !== ours[i])) throw new Error("bare MuJoCo moves otherwise");
}
