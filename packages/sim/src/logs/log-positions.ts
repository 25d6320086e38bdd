import type { Nanoseconds } from "../base/time.ts";
import { isSample, type LogEntry } from "./log-channels.ts";
import type { LogFile, LogPosition } from "./log-file.ts";

export function entryAt(log: LogFile, { chunk, entry }: LogPosition): LogEntry {
  return log.entries(chunk)[entry]!;
}

export function isBefore(a: LogPosition, b: LogPosition): boolean {
  return a.chunk < b.chunk || (a.chunk === b.chunk && a.entry < b.entry);
}

export function sampleAfter(log: LogFile, { chunk, entry }: LogPosition): LogPosition | undefined {
  for (let at = chunk, from = entry + 1; at < log.chunks.length; at++, from = 0) {
    const entries = log.entries(at);
    for (let i = from; i < entries.length; i++) if (isSample(entries[i]!)) return { chunk: at, entry: i };
  }
  return undefined;
}

/** Finds the last readable sample. */
export function lastSample(log: LogFile): LogPosition {
  for (let chunk = log.chunks.length - 1; chunk > log.first.chunk; chunk--) {
    try {
      const entry = log.entries(chunk).findLastIndex(isSample);
      if (entry >= 0) return { chunk, entry };
    } catch {
      // Reported when playback gets there.
    }
  }
  return { chunk: log.first.chunk, entry: log.entries(log.first.chunk).findLastIndex(isSample) };
}

/** Finds the last sample at or before a log time, or the first of all. */
export function sampleUntil(log: LogFile, logNs: number): LogPosition {
  const { first } = log;
  for (let chunk = lastChunkFrom(log, logNs); chunk >= first.chunk; chunk--) {
    const entry = log.entries(chunk).findLastIndex((one) => isSample(one) && one.logNs <= logNs);
    if (entry >= 0 && !isBefore({ chunk, entry }, first)) return { chunk, entry };
  }
  return first;
}

/** Finds the last keyframe at or before a sample. */
export function keyframeUntil(log: LogFile, { chunk, entry }: LogPosition): LogPosition {
  for (let at = chunk, last = entry; at >= 0; at--, last = Infinity) {
    if (!log.has(log.chunks[at]!, "keyframe")) continue;
    const found = log.entries(at).findLastIndex((one, i) => i <= last && one.kind === "keyframe");
    if (found >= 0) return { chunk: at, entry: found };
  }
  return log.first;
}

/** A part of a log in which simulated time only increases, given by log times. */
export interface Span {
  readonly firstNs: number;
  readonly endNs: number;
  /** Simulated time of its first sample. */
  readonly start: { readonly timeNs: Nanoseconds };
}

/**
 * Finds the sample of a part for a simulated time: the first that has it; if there is none, the last one before it, or
 * the first of the part.
 */
export function sampleAtTime(log: LogFile, { firstNs, endNs, start }: Span, timeNs: Nanoseconds): LogPosition {
  // Log time advances like simulated time, or faster by nanoseconds, so samples with that time are here or later.
  let found = sampleUntil(log, firstNs + Math.max(0, timeNs - start.timeNs));
  if (entryAt(log, found).logNs >= endNs) found = sampleUntil(log, endNs - 1);
  if (entryAt(log, found).simNs === timeNs) return found;
  for (let next = sampleAfter(log, found); next !== undefined; next = sampleAfter(log, next)) {
    const { logNs, simNs } = entryAt(log, next);
    if (logNs >= endNs || simNs > timeNs) return found;
    found = next;
    if (simNs === timeNs) return found;
  }
  return found;
}

/** Finds the last chunk that begins at or before a log time. */
function lastChunkFrom({ chunks }: LogFile, logNs: number): number {
  let [low, high] = [0, chunks.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (chunks[middle]!.startNs <= logNs) low = middle;
    else high = middle - 1;
  }
  return low;
}
