import { Dice } from "./dice.ts";
import { difference } from "./difference.ts";
import { EditedRun } from "./edited-run.ts";
import { actText, happeningAt } from "./schedule.ts";

const STEPS = 250;

/** Returns the hash after each step. No edit may stop physics; otherwise every moment would be the same. */
export async function plainRun(seed: number): Promise<string[]> {
  using run = await EditedRun.of(seed);
  return Array.from({ length: STEPS }, (_, step) => {
    run.step(seed, step);
    const failure = physicsFailure(run);
    if (failure !== undefined) throw new Error(`seed ${seed}, step ${step}\n${lastActs(seed, step)}\n${failure}`);
    return run.sim.runner.hash();
  });
}

/**
 * Returns a failure of physics. A report that the world has exploded is justified, because some edits cause that.
 * "load" means that it had failed before.
 */
function physicsFailure({ sim }: EditedRun): string | undefined {
  const { failure } = sim.runner.systems.list().find(({ name }) => name === "physics") ?? {};
  const isRight = failure === undefined || failure.phase === "load" || failure.error.includes("has run away");
  return isRight ? undefined : failure.error;
}

/** Goes back now and then, after having run elsewhere, to one of the last keyframes. */
export async function restoredRun(seed: number, expected: readonly string[]): Promise<void> {
  const dice = new Dice(seed, "restores");
  using run = await EditedRun.of(seed);
  const { runner } = run.sim;
  const keyframes = [{ at: 0, keyframe: runner.keyframe() }];
  for (let step = 0; step < STEPS;) {
    const end = Math.min(STEPS, step + 3 + dice.below(30));
    for (; step < end; step++) {
      run.step(seed, step);
      await compare(run, step, { seed, expected, how: `restored at ${keyframes.at(-1)!.at}` });
    }
    keyframes.push({ at: step, keyframe: runner.keyframe() });
    const elsewhere = dice.chance(0.5) ? seed : seed + 2;
    const back = step + dice.below(dice.chance(0.5) ? 6 : 60);
    for (let away = step; away < back; away++) run.step(elsewhere, away);
    if (dice.chance(0.3)) keyframes.pop();
    const { at, keyframe } = keyframes.at(-1)!;
    runner.restore(keyframe);
    step = at;
    if (step > 0) await compare(run, step - 1, { seed, expected, how: "just restored" });
  }
}

/** Continues now and then in a different runner, new or used, from the bytes of a file. */
export async function loadedRun(seed: number, expected: readonly string[]): Promise<void> {
  const dice = new Dice(seed, "loads");
  let file: Uint8Array | undefined;
  for (let step = 0; step < STEPS;) {
    const start = step;
    using run = await EditedRun.of(seed);
    if (file !== undefined) {
      if (dice.chance(0.5)) for (let before = 0; before < 20; before++) run.step(seed + 4, before);
      await run.sim.runner.load(file);
    }
    const end = Math.min(STEPS, step + 5 + dice.below(120));
    for (; step < end; step++) {
      run.step(seed, step);
      await compare(run, step, { seed, expected, how: `loaded at ${start}` });
    }
    file = run.sim.runner.save();
  }
}

export async function pausedRun(seed: number, expected: readonly string[]): Promise<void> {
  const dice = new Dice(seed, "pauses");
  using run = await EditedRun.of(seed);
  for (let step = 0; step < STEPS; step++) {
    run.step(seed, step, { pauses: dice.below(3) });
    await compare(run, step, { seed, expected, how: "paused now and then" });
  }
}

interface Comparison {
  readonly seed: number;
  readonly expected: readonly string[];
  /** How this run differs from the plain one. */
  readonly how: string;
}

/** Compares the state after a step. If it differs, throws with everything needed to find the cause. */
async function compare(run: EditedRun, step: number, { seed, expected, how }: Comparison): Promise<void> {
  if (run.sim.runner.hash() === expected[step]) return;
  using plain = await EditedRun.of(seed);
  for (let i = 0; i <= step; i++) plain.step(seed, i);
  throw new Error(
    `seed ${seed}, ${how}, differs at step ${step}\n${lastActs(seed, step)}\n${difference(plain.sim, run.sim)}`,
  );
}

/** Returns what happened in the last eventful steps. */
function lastActs(seed: number, step: number): string {
  const lines: string[] = [];
  for (let at = step; at >= 0 && lines.length < 5; at--) {
    const { acts, isDirect } = happeningAt(seed, at);
    if (acts.length > 0) lines.push(`step ${at}${isDirect ? " (directly)" : ""}: ${acts.map(actText).join(", ")}`);
  }
  return lines.join("\n");
}
