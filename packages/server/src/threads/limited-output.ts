import type { Readable, Writable } from "node:stream";

/** Bytes that may be written at once, and per second in the long run. */
const BURST_BYTES = 64 * 1024;
const BYTES_PER_SECOND = 4 * 1024;

/** Passes on what a thread prints, up to a limit per second. The rest is only counted. */
export function limitOutput(from: Readable, to: Writable, nowMs: () => number = () => performance.now()): void {
  let left = BURST_BYTES;
  let atMs = nowMs();
  let withheld = 0;
  from.on("data", (chunk: Buffer | string) => {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    const now = nowMs();
    left = Math.min(BURST_BYTES, left + ((now - atMs) / 1000) * BYTES_PER_SECOND);
    atMs = now;
    if (bytes.length > left) {
      withheld += bytes.length;
      return;
    }
    left -= bytes.length;
    if (withheld > 0) to.write(`… ${withheld} bytes of what systems print were left out\n`);
    withheld = 0;
    to.write(bytes);
  });
}
