/** Whether this is `npm run soak`: figures are judged there, where nothing else runs. */
export const isSoak = process.env["ORRERY_SOAK"] === "1";

/** Returns how many of a random or load test to run: all in `npm run soak`, a tenth otherwise. */
export function soak(count: number): number {
  return isSoak ? count : Math.ceil(count / 10);
}
