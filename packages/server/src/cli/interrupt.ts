/** A signal to a process group comes twice: from the system, and passed on by the parent. */
const ECHO_MS = 500;

/** Resolves at the first Ctrl-C (or SIGTERM, or when the terminal is closed). At the second the process ends at once: the first may be stuck. */
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
