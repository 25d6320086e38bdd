import { formatTime, SECOND, type Nanoseconds } from "@orrery/sim";

/** "94.6 s", of a moment that has been: rounded, where a clock that runs is cut off. */
export function timeText(timeNs: Nanoseconds, decimals = 3): string {
  const unit = SECOND / 10 ** decimals;
  const rounded = Math.round(timeNs / unit) * unit;
  // No "-0.0 s".
  return formatTime(rounded === 0 ? 0 : rounded, decimals);
}

/** "12 s", "0.25 s", "90 s": with as many digits as the step needs. */
export function tickText(timeNs: Nanoseconds, stepNs: Nanoseconds): string {
  const decimals = Math.max(0, Math.ceil(-Math.log10(stepNs / SECOND) - 1e-9));
  return timeText(timeNs, decimals);
}
