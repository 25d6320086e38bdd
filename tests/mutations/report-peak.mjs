// Imported before a program. When the program ends, the last line on stderr is its peak memory in MB.
import { readFileSync } from "node:fs";

process.on("exit", () => {
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"));
  process.stderr.write(`\npeak ${Math.ceil(kilobytes / 1024)} MB\n`);
});
