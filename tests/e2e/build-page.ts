import { buildGui } from "../../tools/build-gui.mjs";

/** Once, before the files of these tests: two at a time would build into one folder. */
export default async function buildPage(): Promise<void> {
  if ((await buildGui()) !== 0) throw new Error("the page cannot be built");
}
