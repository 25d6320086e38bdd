// The entry of every thread. Its arguments are the address of the module to run, and the priority with which to run it.
import { getPriority, setPriority } from "node:os";
import { useCompileCache } from "../compile-cache.mjs";

const [module, priority] = /** @type {[string, string]} */ (process.argv.slice(2));
takePriority(Number(priority));
useCompileCache();
await import(module);

/**
 * Sets the priority of this thread. It would otherwise inherit that of the thread that started it, which may have been
 * lowered. Raising it requires a privilege on most systems.
 */
function takePriority(priority) {
  if (process.platform !== "linux" || getPriority() === priority) return;
  try {
    setPriority(priority);
  } catch {
    // It then keeps the priority of the network thread.
  }
}
