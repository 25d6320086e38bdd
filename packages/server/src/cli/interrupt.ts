/** Resolves at the first Ctrl-C (or SIGTERM). At the second the process ends at once: the first may be stuck. */
export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    let count = 0;
    const onSignal = (): void => {
      if (++count > 1) process.exit(130);
      resolve();
    };
    process.on("SIGINT", onSignal);
    process.on("SIGTERM", onSignal);
  });
}
