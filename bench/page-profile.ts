import type { Browser, Page } from "playwright-core";

/** What the browser's own profile has of one thing that it did. */
export interface ProfileEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
  /** CPU time of the thread, in µs. */
  readonly tdur: number;
}

/** Does something, and returns what the main thread of the page did meanwhile. */
export async function profile(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<readonly ProfileEvent[]> {
  await browser.startTracing(page, { categories: ["devtools.timeline", "v8"] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: ProfileEvent[] };
  const frame = traceEvents.find((event) => event.name === "FireAnimationFrame");
  return traceEvents.filter(({ ph, tid, pid }) => ph === "X" && tid === frame?.tid && pid === frame.pid);
}
