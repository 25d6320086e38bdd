import { formatTime, SECOND, type Nanoseconds } from "@orrery/sim";

/** "94.6 s", of a moment that has been: rounded, where a clock that runs is cut off. */
export function timeText(timeNs: Nanoseconds, decimals = 3): string {
  const unit = SECOND / 10 ** decimals;
  const rounded = Math.round(timeNs / unit) * unit;
  // No "-0.0 s".
  return formatTime(rounded === 0 ? 0 : rounded, decimals);
}

/** "12 s", "0.25 s", "1:30", "1:00:05"; digits as the step needs them. */
export function tickText(timeNs: Nanoseconds, stepNs: Nanoseconds): string {
  const decimals = Math.max(0, Math.ceil(-Math.log10(stepNs / SECOND) - 1e-9));
  const seconds = timeNs / SECOND;
  if (decimals > 0 || (seconds < 60 && stepNs < 60 * SECOND)) return `${seconds.toFixed(decimals)} s`;
  const whole = Math.round(seconds);
  const two = (value: number): string => String(value).padStart(2, "0");
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
