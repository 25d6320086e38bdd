/** How many of a random or load test to run: all in `npm run soak`, a tenth otherwise. */
export function soak(count: number): number {
  return process.env["ORRERY_SOAK"] === "1" ? count : Math.ceil(count / 10);
}
