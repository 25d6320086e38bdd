import type { Log } from "../../base/log.ts";

/**
 * Returns a function that logs each reason once: a client that repeats a mistake a thousand times per second must not
 * fill the log.
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
