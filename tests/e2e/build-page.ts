import { buildGui } from "../../tools/build-gui.mjs";

/** Done once, before these tests: two builds at a time would write into one folder. */
export default async function buildPage(): Promise<void> {
  if ((await buildGui()) !== 0) throw new Error("the page cannot be built");
}
