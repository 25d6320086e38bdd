import { getPriority, setPriority } from "node:os";

/** The priority with which the process was started. All threads have it, except the one that serves the network. */
export const usualPriority = getPriority();
/**
 * As a difference of nice values. With 10 there are even fewer interruptions, but on a busy machine requests would wait
 * for everything else.
 */
const STEP_BACK = 5;
/** The lowest priority. */
const LOWEST = 19;

/**
 * Lowers the priority of this thread below that of simulation threads. Otherwise, on a machine with few cores, the
 * kernel interrupts a step for each small packet of each viewer. With a hundred viewers that happens five hundred times
 * per second, and makes steps 4 to 15 % longer because their caches are cold afterwards. Only Linux has priorities per
 * thread.
 */
export function yieldToSimulations(): void {
  if (process.platform !== "linux") return;
  setPriority(Math.min(usualPriority + STEP_BACK, LOWEST));
}
