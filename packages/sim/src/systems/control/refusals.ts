import type { Log } from "../../base/log.ts";

/**
 * Returns a function that logs each reason once: somebody who repeats a mistake a thousand times a second must not fill
 * the log.
 */
export function refusals(log: Log): (reason: string) => void {
  const told = new Set<string>();
  return (reason) => {
    if (told.has(reason) || told.size >= MOST) return;
    told.add(reason);
    log.warn(`${reason}; it is ignored`);
  };
}

const MOST = 100;
