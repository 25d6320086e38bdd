// Imported before a program: when that ends, the last line on stderr is the most memory that it ever had, in MB.
import { readFileSync } from "node:fs";

process.on("exit", () => {
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"));
  process.stderr.write(`\npeak ${Math.ceil(kilobytes / 1024)} MB\n`);
});
