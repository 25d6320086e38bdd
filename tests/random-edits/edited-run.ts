import { defineSystem } from "@orrery/sim";
import { plugin, TestSim } from "@orrery/sim/testing";
import { Dice } from "./dice.ts";
import { applyEdit } from "./edits.ts";
import { randomWorld } from "./random-world.ts";
import { happeningAt, type Act } from "./schedule.ts";
import { passingNames, passingSystems } from "./system-edits.ts";

/** Performs the edits that arrive as messages. */
const editor = defineSystem({
  name: "editor",
  create: ({ node, world, entity }) => {
    node.subscribe("/edit", "gz.msgs.Double", ({ value: { data = 0 } }) => applyEdit(world, entity, data));
    return {};
  },
});

/** The world of a seed in a runner of its own. */
export class EditedRun implements Disposable {
  readonly sim: TestSim;

  static async of(seed: number): Promise<EditedRun> {
    const sim = await TestSim.load(randomWorld(new Dice(seed, "world")), {
      systems: [editor, ...passingSystems],
      defaultSystems: ["physics", "editor", "noise"],
      seed,
    });
    // Physics too, because an edit may give the world a different engine.
    for (const name of ["physics", ...passingNames]) await sim.runner.library.load(plugin(name));
    applyEdit(sim.runner.world, sim.runner.root, seed, "stir everything");
    sim.runner.systems.settle();
    return new EditedRun(sim);
  }

  private constructor(sim: TestSim) {
    this.sim = sim;
  }

  /**
   * Performs what the schedule of the seed has for the step, then makes the step. `pauses` is the number of paused
   * passes before it and after each input. There are none between edits that are written directly, because those are
   * taken together.
   */
  step(seed: number, step: number, { pauses }: { pauses: number } = { pauses: 0 }): void {
    const { runner } = this.sim;
    const { acts, isDirect } = happeningAt(seed, step);
    this.#whilePaused(pauses, () => {});
    for (const act of acts) {
      if (act.kind === "edit" && isDirect) applyEdit(runner.world, runner.root, act.seed);
      else this.#whilePaused(isDirect ? 0 : pauses, () => this.#send(act));
    }
    this.sim.run({ steps: 1 });
  }

  #whilePaused(passes: number, act: () => void): void {
    const { state } = this.sim.runner;
    if (passes > 0) state.pause();
    act();
    this.sim.run({ steps: passes });
    if (passes > 0) state.run();
  }

  #send(act: Act): void {
    const { runner } = this.sim;
    switch (act.kind) {
      case "edit":
        return this.sim.publish("/edit", "gz.msgs.Double", { data: act.seed });
      case "reset":
        return this.sim.request(`${runner.topicPrefix}/control`, "gz.msgs.WorldControl", {
          reset: { [act.what]: true },
          seed: act.seed,
          pause: runner.state.paused,
        });
      case "start":
        // An impossible edit is refused, which is not a failure of the test.
        runner.inputs
          .push({ kind: "start-systems", entity: runner.root, plugins: [plugin(act.system)] })
          .catch(() => {});
    }
  }

  [Symbol.dispose](): void {
    this.sim[Symbol.dispose]();
  }
}
