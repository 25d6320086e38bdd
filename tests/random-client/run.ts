// Runs random clients until OPERATIONS operations are done: node tests/random-client/run.ts OPERATIONS [FIRST_SEED]
// [STRIDE]
import { randomSession } from "./session.ts";

const [wanted = "100000", first = "1", stride = "1"] = process.argv.slice(2);
const engines = ["rapier", "mujoco"] as const;
let [done, failed, sessions] = [0, 0, 0];
for (let seed = Number(first); done < Number(wanted); seed += Number(stride)) {
  const engine = engines[seed % 2]!;
  try {
    done += await randomSession({ seed, engine, isRecorded: seed % 8 < 2 && seed % 5 !== 0, isTight: seed % 5 === 0 });
  } catch (error) {
    failed++;
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  if (++sessions % 20 === 0)
    process.stdout.write(`${done} operations, ${sessions} sessions, ${failed} failed, last seed ${seed}\n`);
}
process.stdout.write(`${done} operations in ${sessions} sessions, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
