// A process with all attackers in it: node crowd-process.ts TARGET [NAME…]. Says "met" when each has met its fates; on
// SIGTERM it stops and prints the outcomes.
import { spawnSync } from "node:child_process";
import { constants, setPriority } from "node:os";
import type { Fate } from "./attacker.ts";
import { attackers } from "./attackers.ts";
import { Ground, type Target } from "./ground.ts";
import { isSoak } from "../soak.ts";

/** The outcome of one attacker. */
export interface Outcome {
  readonly name: string;
  readonly counts: Readonly<Record<Fate, number>>;
  readonly reasons: Readonly<Partial<Record<Fate, string>>>;
  /** Why it stopped early; empty if it did not. */
  readonly failure: string;
}

// Where figures are judged, the question is how the server defends itself, not how two cores are shared. Attackers
// usually come from other machines, so here they get only the CPU time that the server leaves, where Linux can arrange
// that.
if (isSoak) {
  setPriority(constants.priority.PRIORITY_LOW);
  spawnSync("chrt", ["--all-tasks", "--idle", "--pid", "0", String(process.pid)]);
}
const [target, ...names] = process.argv.slice(2);
const over = new AbortController();
const stopped = new Promise((resolve) => process.once("SIGTERM", resolve));
const chosen = attackers.filter(({ name }) => names.length === 0 || names.includes(name));
const grounds = chosen.map(() => new Ground(JSON.parse(target!) as Target, over.signal));
const outcomes = chosen.map(async ({ name, attack }, i): Promise<Outcome> => {
  const ground = grounds[i]!;
  let failure = "";
  try {
    await attack(ground);
  } catch (error) {
    if (!over.signal.aborted) failure = String(error);
  }
  const { counts, reasons } = ground.tally;
  return { name, counts, reasons, failure };
});
const timer = setInterval(() => {
  const haveMet = chosen.every(({ fates }, i) => fates.every((fate) => grounds[i]!.tally.counts[fate] > 0));
  if (!haveMet) return;
  process.stdout.write("met\n");
  clearInterval(timer);
}, 100);
await stopped;
clearInterval(timer);
over.abort();
process.stdout.write(`${JSON.stringify(await Promise.all(outcomes))}\n`, () => process.exit(0));
