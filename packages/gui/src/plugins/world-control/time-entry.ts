import { parseTime, type Nanoseconds } from "@orrery/sim";
import type { WorldStatus } from "../../client/world-client.ts";

/** The offered speeds, in simulated seconds per second; 0, which means as fast as possible, is offered separately. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10] as const;

export const STEP_COUNTS = [1, 10, 100, 1000] as const;

/** Parses a number of steps. */
export function parseCount(text: string): number {
  const count = Number(text.replaceAll(/[\s,_]/g, ""));
  if (text.trim() === "" || !Number.isInteger(count) || count < 1 || count > MAX_STEPS) {
    throw new Error("A whole number of steps, at least 1");
  }
  return count;
}

/** Parses a simulated time: "12.5", "300 ms"; "+2" counts from now. */
export function parseWhen(text: string, nowNs: Nanoseconds): Nanoseconds {
  const trimmed = text.trim();
  let timeNs: Nanoseconds;
  try {
    timeNs = trimmed.startsWith("+") ? nowNs + parseTime(trimmed.slice(1)) : parseTime(trimmed);
  } catch {
    throw new Error("A time such as 12.5, 300 ms, or +2 from now");
  }
  if (timeNs <= nowNs) throw new Error(`It is ${(nowNs / 1e9).toFixed(3)} s already`);
  return timeNs;
}

/** Parses a speed: "2", "×0.5", "50 %"; 0 means as fast as possible. */
export function parseSpeed(text: string): number {
  const match = /^[×x]?\s*(\d*\.?\d+)\s*(%?)$/i.exec(text.trim());
  const factor = match === null ? NaN : Number(match[1]) / (match[2] === "%" ? 100 : 1);
  if (!Number.isFinite(factor)) throw new Error("A factor such as 2, 0.5 or 50 %");
  return factor;
}

export function speedText(factor: number): string {
  return factor === 0 ? "As fast as possible" : `×${factor}`;
}

/** Returns the next offered speed, up or down; down from as fast as possible leads to the fastest of them. */
export function nextSpeed(now: number, way: "slower" | "faster"): number {
  const current = now === 0 ? Infinity : now;
  const next = way === "faster" ? SPEEDS.find((speed) => speed > current) : SPEEDS.findLast((speed) => speed < current);
  return next ?? (way === "faster" ? 0 : SPEEDS[0]);
}

/** Returns the text beside the time. Without a connection the speed of the world is unknown. */
export function paceText(status: WorldStatus | undefined, { isConnected }: { readonly isConnected: boolean }): string {
  if (status === undefined) return "";
  if (!isConnected) return "offline";
  if (status.paused) return "paused";
  return status.stepping ? "stepping" : `×${status.realTimeFactor.toFixed(2)}`;
}

/** A larger number is surely a typo. */
const MAX_STEPS = 1_000_000_000;
