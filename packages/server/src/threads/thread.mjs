// The entry of every thread. Its arguments are the address of the module to run, and the priority to run it with.
import { getPriority, setPriority } from "node:os";
import { useCompileCache } from "../compile-cache.mjs";

const [module, priority] = /** @type {[string, string]} */ (process.argv.slice(2));
takePriority(Number(priority));
useCompileCache();
await import(module);

/**
 * Threads inherit the priority of the one that starts them, which may have been lowered. Takes a priority. Raising it
 * requires a privilege on most systems.
 */
function takePriority(priority) {
  if (process.platform !== "linux" || getPriority() === priority) return;
  try {
    setPriority(priority);
  } catch {
    // It then has the same priority as the thread of the network.
  }
}
