// Plain JavaScript for Node 20: both the repository and the installed command use it to hand over to Node 24.
import { spawn } from "node:child_process";
import { constants } from "node:os";

/** @typedef {{ status: number | null, signal: NodeJS.Signals | null }} End */

/**
 * Runs another Node with the terminal of this process and resolves to how it ended. Signals are passed on to it: the caller
 * ends when the child has.
 * @param {string} node
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<End>}
 */
export function runNode(node, args, options = {}) {
  const child = spawn(node, args, { stdio: "inherit", ...options });
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    // Ctrl-C in a terminal reaches the whole process group; if passed on, the child would get it twice.
    if (process.stdin.isTTY && (signal === "SIGINT" || signal === "SIGQUIT")) return;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (status, signal) => {
      for (const name of SIGNALS) process.off(name, passOn);
      resolve({ status, signal });
    });
  });
}

/**
 * Ends this process the way the child ended.
 * @param {End} end
 */
export function exitLike({ status, signal }) {
  if (signal !== null) process.kill(process.pid, signal);
  // Only reached if the signal has a handler somewhere.
  process.exitCode = status ?? 128 + constants.signals[signal ?? "SIGTERM"];
}

/** @type {NodeJS.Signals[]} */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];
