import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

/** What this thread imports from here on is compiled once and kept: a command starts with half of the CPU time. */
export function useCompileCache(): void {
  // Where it cannot be written, nothing is kept, and all works as before.
  enableCompileCache(fileURLToPath(new URL("../../../.cache/compile", import.meta.url)));
}
