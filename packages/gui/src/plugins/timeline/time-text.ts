import { formatTime, SECOND, type Nanoseconds } from "@orrery/sim";

/** Returns a text such as "94.6 s" for a past moment. It is rounded, while a running clock is truncated. */
export function timeText(timeNs: Nanoseconds, decimals = 3): string {
  const unit = SECOND / 10 ** decimals;
  const rounded = Math.round(timeNs / unit) * unit;
  // Avoids "-0.0 s".
  return formatTime(rounded === 0 ? 0 : rounded, decimals);
}

/** Returns the label of a tick, such as "12 s", "0.25 s" or "90 s", with as many digits as the step needs. */
export function tickText(timeNs: Nanoseconds, stepNs: Nanoseconds): string {
  const decimals = Math.max(0, Math.ceil(-Math.log10(stepNs / SECOND) - 1e-9));
  return timeText(timeNs, decimals);
}
