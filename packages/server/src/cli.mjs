// The command `orrery`.
import { useCompileCache } from "./compile-cache.mjs";

// `orrery topic echo … | head` closes this process's output, which is not a failure.
process.stdout.on("error", (/** @type {NodeJS.ErrnoException} */ error) =>
  process.exit(error.code === "EPIPE" ? 0 : 1),
);

useCompileCache();
const { main } = await import("./cli/main.ts");
process.exitCode = await main(process.argv.slice(2));
