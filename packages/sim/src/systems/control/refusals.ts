import type { Log } from "../../base/log.ts";

/**
 * Returns a function that logs each reason once: a client that repeats a mistake a thousand times per second must not
 * fill the log.
 */
export function refusals(log: Log): (reason: string) => void {
  const logged = new Set<string>();
  return (reason) => {
    if (logged.has(reason) || logged.size >= MOST) return;
    logged.add(reason);
    log.warn(`${reason}; it is ignored`);
  };
}

const MOST = 100;
