// The entry of every thread. Its first argument is the address of the module to run.
import { useCompileCache } from "../compile-cache.mjs";

useCompileCache();
await import(/** @type {string} */ (process.argv[2]));
