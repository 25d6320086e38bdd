import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Compiles what this thread imports from here on once and caches it: a command starts with half of the CPU time. Plain
 * JavaScript, as is the entry that calls it: in a thread whose TypeScript is all in the cache, Node need not load its
 * reader of TypeScript, which takes 50 ms and 20 MB.
 */
export function useCompileCache() {
  // If it cannot be written, nothing is cached, and everything still works.
  enableCompileCache(fileURLToPath(new URL("../../../.cache/compile", import.meta.url)));
}
