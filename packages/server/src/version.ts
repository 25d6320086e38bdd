import { readFileSync } from "node:fs";

/** The version of Orrery, from the package's own file. */
export const version: string = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }
).version;
