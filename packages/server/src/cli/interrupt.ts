/** A signal to a process group arrives twice: from the system, and forwarded by the parent. */
const ECHO_MS = 500;

/**
 * Resolves at the first Ctrl-C (or SIGTERM, or when the terminal is closed). A second one ends the process at once,
 * because the first may be stuck.
 */
export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    let firstMs: number | undefined;
    const onSignal = (): void => {
      const nowMs = performance.now();
      firstMs ??= nowMs;
      if (nowMs - firstMs > ECHO_MS) process.exit(130);
      resolve();
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, onSignal);
  });
}
