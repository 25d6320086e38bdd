/** Whether this is `npm run soak`, in which figures are judged, because nothing else is running. */
export const isSoak = process.env["ORRERY_SOAK"] === "1";

/** Returns how many rounds of a random or load test to run: all in `npm run soak`, a tenth otherwise. */
export function soak(count: number): number {
  return isSoak ? count : Math.ceil(count / 10);
}
